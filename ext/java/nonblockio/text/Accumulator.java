package nonblockio.text;

import java.util.Arrays;
import org.jruby.util.ByteList;

/** A growing byte array that takes text with its newlines converted. */
final class Accumulator {
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private byte[] bytes;
  private int end;

  /** Starts with a copy of {@code before} and room for {@code expected} bytes and one more. */
  Accumulator(ByteList before, long expected) {
    end = before.realSize();
    bytes = new byte[(int) Math.min(end + expected + 1, LARGEST)];
    System.arraycopy(before.unsafeBytes(), before.begin(), bytes, 0, end);
  }

  void append(byte one) {
    ensure(1);
    bytes[end++] = one;
  }

  void append(byte[] source, int from, int length) {
    ensure(length);
    System.arraycopy(source, from, bytes, end, length);
    end += length;
  }

  /**
   * Appends with CRLF and lone CR as LF; {@code afterCr}: the text before ended in a CR.
   *
   * @return whether this text ends in a CR, which then is still to be appended
   */
  boolean appendText(byte[] source, int from, int length, boolean afterCr) {
    ensure(length + 1);
    int to = from + length;
    if (afterCr) {
      bytes[end++] = Newlines.LF;
      if (source[from] == Newlines.LF) from++;
    }
    end = Newlines.toLf(source, from, to, bytes, end);
    return from < to && source[to - 1] == Newlines.CR;
  }

  ByteList toByteList() {
    return new ByteList(bytes, 0, end, false);
  }

  private void ensure(int room) {
    if (bytes.length - end >= room) return;
    long least = (long) end + room;
    if (least > LARGEST) throw new OutOfMemoryError("text longer than an array can be");
    bytes = Arrays.copyOf(bytes, (int) Math.min(Math.max(2L * bytes.length, least), LARGEST));
  }
}
