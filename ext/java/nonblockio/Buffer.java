package nonblockio;

import java.util.Arrays;
import org.jcodings.specific.ASCIIEncoding;
import org.jruby.Ruby;
import org.jruby.RubyNumeric;
import org.jruby.RubyString;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.ByteList;

/**
 * The string a receiving call fills: the caller's, whose bytes are filled in place, or (null here)
 * a new one made of the bytes that came. MRI: rsock_strbuf, io_setstrbuf, io_set_read_length.
 */
final class Buffer {
  /** Longer than any memory: MRI fails to allocate it, and so does the gem. */
  private static final long LONGEST = 1L << 36;

  private Buffer() {}

  /** MRI: NUM2LONG and the checks of rb_str_new on the length asked for. */
  static long length(ThreadContext context, IRubyObject maxlen, boolean socket) {
    return checked(context, RubyNumeric.num2long(maxlen), socket);
  }

  static long checked(ThreadContext context, long length, boolean socket) {
    if (length < 0) {
      throw context.runtime.newArgumentError(
          socket
              ? "negative string size (or size too big)"
              : "negative length " + length + " given");
    }
    if (length > LONGEST) {
      throw Errnos.noMemory(context.runtime);
    }
    return length;
  }

  static RubyString callers(IRubyObject buf) {
    if (buf.isNil()) {
      return null;
    }
    RubyString string = buf.convertToString();
    string.modifyCheck();
    return string;
  }

  /** The bytes a call may fill, from {@link #offset} on, with room for {@code length}. */
  static byte[] space(Ruby runtime, RubyString string, int length) {
    try {
      if (bare(string)) {
        return Scratch.array(length);
      }
      string.modify(Math.max(length, string.size()));
      return string.getByteList().unsafeBytes();
    } catch (OutOfMemoryError e) {
      throw Errnos.noMemory(runtime);
    }
  }

  static int offset(RubyString string) {
    return bare(string) ? 0 : string.getByteList().begin();
  }

  /** Whether there is no memory to fill: it is then made to measure, as MRI shrinks its buffers. */
  private static boolean bare(RubyString string) {
    return string == null || string.getByteList().unsafeBytes().length == 0;
  }

  /** The result, {@code n} bytes that a call wrote to {@code bytes} at {@code offset}. */
  static RubyString filled(Ruby runtime, RubyString string, byte[] bytes, int offset, int n) {
    if (string == null) {
      return fresh(runtime, Arrays.copyOf(bytes, n));
    }
    ByteList list = string.getByteList();
    if (list.unsafeBytes() == bytes && list.begin() == offset) {
      list.setRealSize(n);
      string.clearCodeRange();
    } else {
      byte[] moved = Arrays.copyOfRange(bytes, offset, offset + n);
      string.setValue(new ByteList(moved, list.getEncoding(), false));
    }
    return string;
  }

  static RubyString empty(Ruby runtime, RubyString string) {
    if (string == null) {
      return fresh(runtime, ByteList.NULL_ARRAY);
    }
    string.modify();
    string.getByteList().setRealSize(0);
    string.clearCodeRange();
    return string;
  }

  static RubyString fresh(Ruby runtime, byte[] bytes) {
    return RubyString.newStringNoCopy(runtime, new ByteList(bytes, ASCIIEncoding.INSTANCE, false));
  }
}
