package nonblockio.text;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jcodings.Encoding;
import org.jcodings.transcode.EConv;
import org.jruby.Ruby;
import org.jruby.RubyIO;
import org.jruby.RubyString;
import org.jruby.runtime.Helpers;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.ByteList;
import org.jruby.util.StringSupport;
import org.jruby.util.io.EncodingUtils;
import org.jruby.util.io.OpenFile;

/**
 * The state of an open stream, with a direct path where the stream converts newlines and nothing
 * else. Everything else is JRuby's own.
 *
 * <p>Position and pushed back characters stay those of JRuby's path: bytes wait unconverted in
 * {@code rbuf}, and {@code cbuf} holds only what JRuby's converter would have left there, which is
 * the character after a lone CR. What that converter would remember is in {@link #state}.
 */
final class TextOpenFile extends OpenFile {
  private static final int PLAIN = 0;
  private static final int AFTER_CR = 1;
  private static final int FINISHED = 2;

  private static final MethodHandle SUPER_APPENDLINE = superAppendline();

  private final Ruby runtime;

  /** The converter that {@link #state} speaks for; any other one is JRuby's business. */
  private EConv newlines;

  private int state;

  TextOpenFile(Ruby runtime, RubyIO io) {
    super(io, runtime.getNil());
    this.runtime = runtime;
  }

  /** Takes over a converter that JRuby has been using. */
  void takeOver(EConv converter) {
    readconv = converter;
    if (converter == null || !Converters.isUniversal(converter)) return;
    newlines = converter;
    int made = Converters.probe(converter);
    state = made == 0 ? FINISHED : made == 1 ? PLAIN : AFTER_CR;
  }

  @Override
  public void makeReadConversion(ThreadContext context, int size) {
    if (readconv != null) return;
    super.makeReadConversion(context, size);
    newlines = Converters.isUniversal(readconv) ? readconv : null;
    state = PLAIN;
  }

  private boolean isDirect() {
    EConv converter = readconv;
    return converter != null && converter == newlines && converter.numTranscoders == 1;
  }

  private boolean becomesDirect(ThreadContext context) {
    if (!needsReadConversion()) return false;
    makeReadConversion(context, 0);
    return isDirect();
  }

  @Override
  public IRubyObject readAll(ThreadContext context, int size, IRubyObject buffer) {
    boolean locked = lock();
    try {
      if (!needsReadConversion()) return super.readAll(context, size, buffer);
      RubyString string = EncodingUtils.setStrBuf(runtime, buffer, 0);
      if (!becomesDirect(context)) return super.readAll(context, size, string);
      readRest(context, string, size > 0 ? size : remainSize());
      clearReadConversion();
      string.setEncoding(readEncoding(runtime));
      return string;
    } finally {
      if (locked) unlock();
    }
  }

  private void readRest(ThreadContext context, RubyString string, int size) {
    Accumulator text = new Accumulator(string.getByteList(), cbuf.len + (long) size);
    if (cbuf.len > 0) text.append(cbuf.ptr, cbuf.off, cbuf.len);
    cbuf.off = cbuf.len = 0;
    try {
      while (state != FINISHED) {
        if (rbuf.len > 0 || refill(context)) {
          boolean afterCr = state == AFTER_CR;
          state = text.appendText(rbuf.ptr, rbuf.off, rbuf.len, afterCr) ? AFTER_CR : PLAIN;
          rbuf.off += rbuf.len;
          rbuf.len = 0;
        } else {
          if (state == AFTER_CR && readconv != null) text.append(Newlines.LF);
          state = FINISHED;
        }
      }
    } finally {
      string.setValue(text.toByteList());
      string.clearCodeRange();
    }
  }

  private boolean refill(ThreadContext context) {
    READ_CHECK(context);
    return fillbuf(context) >= 0;
  }

  /** JRuby 9.4. */
  @Override
  public int appendline(ThreadContext context, int delimiter, ByteList[] line, int[] limit) {
    if (!becomesDirect(context)) return super.appendline(context, delimiter, line, limit);
    return appendText(context, delimiter, line, limit);
  }

  /** JRuby 10. */
  public int appendline(
      ThreadContext context, int delimiter, ByteList[] line, int[] limit, Encoding encoding) {
    if (encoding.minLength() == 1 && becomesDirect(context)) {
      return appendText(context, delimiter, line, limit);
    }
    try {
      return (int) SUPER_APPENDLINE.invokeExact(this, context, delimiter, line, limit, encoding);
    } catch (Throwable thrown) {
      Helpers.throwException(thrown);
      return EOF;
    }
  }

  /** JRuby's method that the JRuby compiled against does not have, or null where there is none. */
  private static MethodHandle superAppendline() {
    MethodType type =
        MethodType.methodType(
            int.class,
            ThreadContext.class,
            int.class,
            ByteList[].class,
            int[].class,
            Encoding.class);
    try {
      return MethodHandles.lookup()
          .findSpecial(OpenFile.class, "appendline", type, TextOpenFile.class);
    } catch (ReflectiveOperationException none) {
      return null;
    }
  }

  private int appendText(ThreadContext context, int delimiter, ByteList[] line, int[] limit) {
    LineTaker taker = new LineTaker(delimiter, line, limit);
    do {
      int last = taker.takeConverted(cbuf);
      if (last == EOF && cbuf.len == 0 && state == PLAIN) last = taker.takeUnconverted(rbuf);
      if (last != EOF) return last;
    } while (moreChar(context) != MORE_CHAR_FINISHED);
    clearReadConversion();
    return EOF;
  }

  /** One step of JRuby's converter: whatever the next output is goes to {@code cbuf}. */
  @Override
  public int moreChar(ThreadContext context) {
    if (!isDirect()) return super.moreChar(context);
    boolean locked = lock();
    try {
      if (cbuf.len == cbuf.capa) return MORE_CHAR_SUSPENDED;
      while (state != FINISHED) {
        while (rbuf.len > 0) {
          byte next = rbuf.ptr[rbuf.off++];
          rbuf.len--;
          if (convert(next)) return MORE_CHAR_SUSPENDED;
        }
        if (refill(context)) continue;
        if (readconv == null) return MORE_CHAR_FINISHED;
        boolean afterCr = state == AFTER_CR;
        state = FINISHED;
        if (!afterCr) break;
        put(Newlines.LF);
        return MORE_CHAR_SUSPENDED;
      }
      return MORE_CHAR_FINISHED;
    } finally {
      if (locked) unlock();
    }
  }

  private boolean convert(byte next) {
    boolean afterCr = state == AFTER_CR;
    boolean isCr = next == Newlines.CR;
    if (afterCr && next != Newlines.LF) put(Newlines.LF);
    if (!isCr) put(next);
    state = isCr ? AFTER_CR : PLAIN;
    return afterCr || !isCr;
  }

  private void put(byte converted) {
    if (cbuf.len == 0) cbuf.off = 0;
    if (cbuf.off + cbuf.len == cbuf.ptr.length) {
      byte[] target = cbuf.off > 0 ? cbuf.ptr : new byte[cbuf.len + 1];
      System.arraycopy(cbuf.ptr, cbuf.off, target, 0, cbuf.len);
      cbuf.ptr = target;
      cbuf.off = 0;
    }
    cbuf.ptr[cbuf.off + cbuf.len++] = converted;
  }

  @Override
  public IRubyObject getc(ThreadContext context, Encoding encoding) {
    boolean locked = lock();
    try {
      if (becomesDirect(context) && cbuf.len == 0 && state == PLAIN && rbuf.len > 0) {
        byte next = rbuf.ptr[rbuf.off];
        boolean isCr = next == Newlines.CR;
        boolean isPair = isCr && rbuf.len > 1 && rbuf.ptr[rbuf.off + 1] == Newlines.LF;
        Encoding read = readEncoding(runtime);
        if (next >= 0 && isCr == isPair && read.isAsciiCompatible()) {
          int width = isPair ? 2 : 1;
          rbuf.off += width;
          rbuf.len -= width;
          RubyString found = RubyString.newString(runtime, rbuf.ptr, rbuf.off - 1, 1, read);
          found.setCodeRange(StringSupport.CR_7BIT);
          return found;
        }
      }
      return super.getc(context, encoding);
    } finally {
      if (locked) unlock();
    }
  }

  @Override
  public RubyString doWriteconv(ThreadContext context, RubyString string) {
    boolean locked = lock();
    try {
      if (!TextWrites.isDirect(context, this, string)) return super.doWriteconv(context, string);
      ByteList text = string.getByteList();
      byte[] converted = Newlines.toCrlf(text.unsafeBytes(), text.begin(), text.realSize());
      if (converted == null) return string;
      return RubyString.newStringNoCopy(
          runtime, new ByteList(converted, text.getEncoding(), false));
    } finally {
      if (locked) unlock();
    }
  }

  @Override
  public ByteList doWriteconv(
      ThreadContext context, byte[] bytes, int start, int length, Encoding encoding) {
    boolean locked = lock();
    try {
      if (!TextWrites.isDirect(context, this, encoding)) {
        return super.doWriteconv(context, bytes, start, length, encoding);
      }
      byte[] converted = Newlines.toCrlf(bytes, start, length);
      return converted == null ? null : new ByteList(converted, encoding, false);
    } finally {
      if (locked) unlock();
    }
  }
}
