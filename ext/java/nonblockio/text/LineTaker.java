package nonblockio.text;

import org.jruby.util.ByteList;
import org.jruby.util.io.OpenFile;

/**
 * Takes bytes out of a stream's buffers into a line, up to its delimiter or limit. What is taken
 * last and ends the line is the answer, else {@link OpenFile#EOF}.
 */
final class LineTaker {
  private final int delimiter;
  private final ByteList[] line;
  private final int[] limit;

  /** Negative: no delimiter, no limit. */
  LineTaker(int delimiter, ByteList[] line, int[] limit) {
    this.delimiter = delimiter;
    this.line = line;
    this.limit = limit;
  }

  int takeConverted(OpenFile.Buffer from) {
    if (from.len == 0) return OpenFile.EOF;
    int most = most(from);
    int end = from.off + most;
    int stop = delimiter < 0 ? -1 : Newlines.indexOf(from.ptr, from.off, end, (byte) delimiter);
    return stop < 0 ? takeAll(from, most) : take(from, stop - from.off + 1);
  }

  /** Stops at a CR that is not followed by LF in the buffer, too. */
  int takeUnconverted(OpenFile.Buffer from) {
    int last = OpenFile.EOF;
    while (last == OpenFile.EOF && from.len > 0) {
      int most = most(from);
      int stop = delimiterOrCr(from, most);
      if (stop < 0) {
        last = takeAll(from, most);
      } else if (from.ptr[stop] != Newlines.CR) {
        last = take(from, stop - from.off + 1);
      } else {
        if (stop > from.off) take(from, stop - from.off);
        if (from.len < 2 || from.ptr[stop + 1] != Newlines.LF) break;
        from.off++;
        from.len--;
        last = takeAll(from, 1);
      }
    }
    return last;
  }

  private int most(OpenFile.Buffer from) {
    int left = limit[0];
    return 0 < left && left < from.len ? left : from.len;
  }

  private int delimiterOrCr(OpenFile.Buffer from, int length) {
    int to = from.off + length;
    return delimiter < 0
        ? Newlines.indexOf(from.ptr, from.off, to, Newlines.CR)
        : Newlines.indexOfEither(from.ptr, from.off, to, (byte) delimiter, Newlines.CR);
  }

  private int takeAll(OpenFile.Buffer from, int length) {
    int last = take(from, length);
    return last == delimiter || limit[0] == 0 ? last : OpenFile.EOF;
  }

  private int take(OpenFile.Buffer from, int length) {
    if (line[0] == null) {
      line[0] = new ByteList(from.ptr, from.off, length);
    } else {
      line[0].append(from.ptr, from.off, length);
    }
    from.off += length;
    from.len -= length;
    limit[0] -= length;
    return from.ptr[from.off - 1] & 0xFF;
  }
}
