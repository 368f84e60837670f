package nonblockio.text;

import nonblockio.Following;
import org.jruby.RubyModule;
import org.jruby.internal.runtime.methods.DynamicMethod;
import org.jruby.runtime.Block;
import org.jruby.runtime.ObjectAllocator;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/**
 * IO#dup or #clone. JRuby refuses a copy of another Java class than the original's, so a stream
 * that JRuby made without asking an allocator (a pipe, a standard stream) gets a copy of its own
 * kind.
 */
final class CopyingMethod extends Following {
  private static final ThreadLocal<Boolean> OF_PLAIN_STREAM = new ThreadLocal<>();

  private CopyingMethod(RubyModule owner, DynamicMethod original, String name) {
    super(owner, original, name);
  }

  static void wrap(RubyModule owner, String name) {
    replace(owner, name, CopyingMethod.class, CopyingMethod::new);
  }

  /** An allocator that makes text streams, except for the copy of a plain one. */
  static ObjectAllocator allocator(ObjectAllocator plain, ObjectAllocator text) {
    return (runtime, type) ->
        (OF_PLAIN_STREAM.get() != null ? plain : text).allocate(runtime, type);
  }

  @Override
  public IRubyObject call(
      ThreadContext context,
      IRubyObject self,
      RubyModule owner,
      String name,
      IRubyObject[] arguments,
      Block block) {
    if (self instanceof TextIO || self instanceof TextFile) {
      return original.call(context, self, owner, name, arguments, block);
    }
    OF_PLAIN_STREAM.set(true);
    try {
      IRubyObject copy = original.call(context, self, owner, name, arguments, block);
      TextStreams.adopt(context, copy);
      return copy;
    } finally {
      OF_PLAIN_STREAM.remove();
    }
  }

  @Override
  public DynamicMethod dup() {
    return new CopyingMethod(getImplementationClass(), original, getName());
  }
}
