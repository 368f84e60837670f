package nonblockio;

import java.util.Arrays;
import java.util.List;
import org.jruby.Ruby;
import org.jruby.RubyArray;
import org.jruby.RubyFixnum;
import org.jruby.RubyHash;
import org.jruby.RubyIO;
import org.jruby.RubyModule;
import org.jruby.RubySymbol;
import org.jruby.internal.runtime.methods.DynamicMethod;
import org.jruby.runtime.Block;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.io.OpenFile;

/**
 * JRuby's methods that start programs, before which the streams that become standard streams of the
 * program are made to block: few programs expect EAGAIN there. MRI: stdfd_clear_nonblock.
 */
final class ChildStreams extends Following {
  private static final String[] STARTS = {"spawn", "system", "exec"};
  private static final List<String> NAMES = Arrays.asList("in", "out", "err");

  private ChildStreams(RubyModule owner, DynamicMethod original, String name) {
    super(owner, original, name);
  }

  static void define(Ruby runtime) {
    RubyModule kernel = runtime.getKernel();
    RubyModule process = runtime.getProcess().getSingletonClass();
    for (String name : STARTS) {
      precede(kernel, name);
      precede(kernel.getSingletonClass(), name);
      precede(process, name);
    }
    precede(runtime.getIO().getSingletonClass(), "popen");
  }

  private static void precede(RubyModule owner, String name) {
    replace(owner, name, ChildStreams.class, ChildStreams::new);
  }

  @Override
  public IRubyObject call(
      ThreadContext context,
      IRubyObject self,
      RubyModule type,
      String name,
      IRubyObject[] args,
      Block block) {
    for (IRubyObject argument : args) {
      IRubyObject options = last(argument);
      if (options instanceof RubyHash) {
        prepare(context, (RubyHash) options);
      }
    }
    return original.call(context, self, type, name, args, block);
  }

  /** IO.popen takes options at the end of the command's array too. */
  private static IRubyObject last(IRubyObject argument) {
    if (argument instanceof RubyArray && ((RubyArray<?>) argument).size() > 0) {
      RubyArray<?> command = (RubyArray<?>) argument;
      return command.eltInternal(command.size() - 1);
    }
    return argument;
  }

  private static void prepare(ThreadContext context, RubyHash options) {
    for (IRubyObject key : options.keys(context).toJavaArray()) {
      IRubyObject target = options.fastARef(key);
      if (target instanceof RubyIO && standard(key)) {
        RubyIO io = (RubyIO) target;
        block(context.runtime, io);
        block(context.runtime, io.GetWriteIO());
      }
    }
  }

  /** Whether a redirection is one of a standard stream, alone or in an array of several. */
  private static boolean standard(IRubyObject key) {
    if (key instanceof RubyArray) {
      return Arrays.stream(((RubyArray<?>) key).toJavaArray()).anyMatch(ChildStreams::standard);
    }
    if (key instanceof RubySymbol) {
      return NAMES.contains(key.asJavaString());
    }
    if (key instanceof RubyIO) {
      OpenFile fptr = ((RubyIO) key).getOpenFile();
      return fptr != null && fptr.fd() != null && fptr.fd().bestFileno() <= 2;
    }
    return key instanceof RubyFixnum && ((RubyFixnum) key).getLongValue() <= 2;
  }

  private static void block(Ruby runtime, RubyIO io) {
    OpenFile fptr = io.getOpenFile();
    if (fptr != null && fptr.fd() != null) {
      BlockingMode.set(runtime, io, false);
    }
  }

  @Override
  public DynamicMethod dup() {
    return new ChildStreams(getImplementationClass(), original, getName());
  }
}
