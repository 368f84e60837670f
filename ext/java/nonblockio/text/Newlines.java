package nonblockio.text;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Newline conversion over byte arrays; knows nothing of Ruby. */
final class Newlines {
  static final byte LF = '\n';
  static final byte CR = '\r';

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;

  private Newlines() {}

  /**
   * Copies {@code [from, to)} with CRLF and lone CR as LF. A CR at the very end is left out, as
   * what follows it is not known yet.
   *
   * @return the end of what was written to {@code target}
   */
  static int toLf(byte[] source, int from, int to, byte[] target, int at) {
    int start = from;
    while (start < to) {
      int cr = indexOf(source, start, to, CR);
      int run = (cr < 0 ? to : cr) - start;
      System.arraycopy(source, start, target, at, run);
      at += run;
      if (cr < 0 || cr + 1 == to) return at;
      target[at++] = LF;
      start = source[cr + 1] == LF ? cr + 2 : cr + 1;
    }
    return at;
  }

  /** The bytes of {@code [from, from + length)} with each LF as CRLF, or null if there is no LF. */
  static byte[] toCrlf(byte[] source, int from, int length) {
    int to = from + length;
    int first = indexOf(source, from, to, LF);
    if (first < 0) return null;
    byte[] target = new byte[Math.addExact(length, count(source, first, to, LF))];
    int start = from;
    int at = 0;
    for (int lf = first; lf >= 0; lf = indexOf(source, start, to, LF)) {
      int run = lf - start;
      System.arraycopy(source, start, target, at, run);
      at += run;
      target[at++] = CR;
      target[at++] = LF;
      start = lf + 1;
    }
    System.arraycopy(source, start, target, at, to - start);
    return target;
  }

  /** The first {@code wanted} in {@code [from, to)}, or -1. */
  static int indexOf(byte[] bytes, int from, int to, byte wanted) {
    int i = from;
    int near = Math.min(to, from + 16);
    for (; i < near; i++) if (bytes[i] == wanted) return i;
    if (i == to) return -1;
    long pattern = (wanted & 0xFFL) * ONES;
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    for (; i <= to - 8; i += 8) if (hasZeroByte(words.getLong(i) ^ pattern)) break;
    for (; i < to; i++) if (bytes[i] == wanted) return i;
    return -1;
  }

  /** The first {@code one} or {@code other} in {@code [from, to)}, or -1. */
  static int indexOfEither(byte[] bytes, int from, int to, byte one, byte other) {
    int i = from;
    int near = Math.min(to, from + 16);
    for (; i < near; i++) if (bytes[i] == one || bytes[i] == other) return i;
    if (i == to) return -1;
    long ones = (one & 0xFFL) * ONES;
    long others = (other & 0xFFL) * ONES;
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    for (; i <= to - 8; i += 8) {
      long word = words.getLong(i);
      if (hasZeroByte(word ^ ones) || hasZeroByte(word ^ others)) break;
    }
    for (; i < to; i++) if (bytes[i] == one || bytes[i] == other) return i;
    return -1;
  }

  static int count(byte[] bytes, int from, int to, byte wanted) {
    int found = 0;
    for (int i = from; i < to; i++) if (bytes[i] == wanted) found++;
    return found;
  }

  private static boolean hasZeroByte(long word) {
    return ((word - ONES) & ~word & HIGHS) != 0;
  }
}
