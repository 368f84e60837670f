package nonblockio;

import org.jruby.RubyIO;
import org.jruby.RubyNumeric;
import org.jruby.RubyString;
import org.jruby.anno.JRubyMethod;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.ByteList;

/** getsockopt(2) and setsockopt(2) over bytes. */
public final class SocketOptions {
  private static final int LONGEST = 256;

  private SocketOptions() {}

  /** The option's value as an int, or -errno. */
  static int integer(int fd, int level, int option) {
    Scratch.Memory memory = Scratch.memory(16);
    memory.bytes.putInt(8, 4);
    int result =
        Backend.syscalls().getsockopt(fd, level, option, memory.address, memory.address + 8);
    return result < 0 ? result : memory.bytes.getInt(0);
  }

  /** The bytes of an option. MRI: bsock_getsockopt. */
  @JRubyMethod(name = "__getsockopt", visibility = Visibility.PRIVATE)
  public static IRubyObject getsockopt(
      ThreadContext context, IRubyObject self, IRubyObject level, IRubyObject option) {
    int levelNumber = RubyNumeric.num2int(level);
    int optionNumber = RubyNumeric.num2int(option);
    byte[] value = new byte[LONGEST];
    int length = SocketCalls.make((RubyIO) self, fd -> read(fd, levelNumber, optionNumber, value));
    SocketCalls.checked(context, length, "getsockopt(2)", (RubyIO) self);
    return RubyString.newString(context.runtime, value, 0, length);
  }

  private static int read(int fd, int level, int option, byte[] value) {
    Scratch.Memory memory = Scratch.memory(LONGEST + 4);
    memory.bytes.putInt(LONGEST, LONGEST);
    int result =
        Backend.syscalls().getsockopt(fd, level, option, memory.address, memory.address + LONGEST);
    if (result < 0) {
      return result;
    }
    int length = Math.min(memory.bytes.getInt(LONGEST), LONGEST);
    memory.get(0, value, 0, length);
    return length;
  }

  /** Sets the bytes of an option. MRI: bsock_setsockopt. */
  @JRubyMethod(name = "__setsockopt", visibility = Visibility.PRIVATE)
  public static IRubyObject setsockopt(
      ThreadContext context,
      IRubyObject self,
      IRubyObject level,
      IRubyObject option,
      IRubyObject data) {
    int levelNumber = RubyNumeric.num2int(level);
    int optionNumber = RubyNumeric.num2int(option);
    ByteList value = data.convertToString().getByteList();
    int result = SocketCalls.make((RubyIO) self, fd -> write(fd, levelNumber, optionNumber, value));
    SocketCalls.checked(context, result, "setsockopt(2)", (RubyIO) self);
    return context.runtime.newFixnum(0);
  }

  private static int write(int fd, int level, int option, ByteList value) {
    int length = value.realSize();
    Scratch.Memory memory = Scratch.memory(length);
    memory.put(0, value.unsafeBytes(), value.begin(), length);
    return Backend.syscalls().setsockopt(fd, level, option, memory.address, length);
  }
}
