package nonblockio;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import org.jruby.Ruby;
import org.jruby.javasupport.JavaUtil;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/**
 * Links {@link FfmSyscalls} through JRuby's Java integration: the restricted call then comes from
 * JRuby's module, which its launcher grants native access, so no warning is printed.
 */
public final class FfmLinkage {
  /** Set while {@link FfmSyscalls} is initialized. */
  private static IRubyObject linker;

  private FfmLinkage() {}

  public static synchronized Syscalls link(Ruby runtime) {
    linker = JavaUtil.convertJavaToUsableRubyObject(runtime, Linker.nativeLinker());
    try {
      return new FfmSyscalls();
    } finally {
      linker = null;
    }
  }

  static MethodHandle downcallHandle(FunctionDescriptor descriptor, Linker.Option[] options) {
    Ruby runtime = linker.getRuntime();
    ThreadContext context = runtime.getCurrentContext();
    IRubyObject[] arguments = {
      JavaUtil.convertJavaToUsableRubyObject(runtime, descriptor),
      JavaUtil.convertJavaToUsableRubyObject(runtime, options)
    };
    return linker.callMethod(context, "downcallHandle", arguments).toJava(MethodHandle.class);
  }
}
