package nonblockio.text;

import nonblockio.Following;
import org.jruby.RubyArray;
import org.jruby.RubyModule;
import org.jruby.internal.runtime.methods.DynamicMethod;
import org.jruby.runtime.Block;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/** JRuby's own method, after which the stream or streams it returns may have become text. */
final class AdoptingMethod extends Following {
  private AdoptingMethod(RubyModule owner, DynamicMethod original, String name) {
    super(owner, original, name);
  }

  static void wrap(RubyModule owner, String name) {
    replace(owner, name, AdoptingMethod.class, AdoptingMethod::new);
  }

  @Override
  public IRubyObject call(
      ThreadContext context,
      IRubyObject self,
      RubyModule owner,
      String name,
      IRubyObject[] arguments,
      Block block) {
    IRubyObject result = original.call(context, self, owner, name, arguments, block);
    if (result instanceof RubyArray) {
      RubyArray<?> streams = (RubyArray<?>) result;
      for (int i = 0; i < streams.size(); i++) TextStreams.adopt(context, streams.eltInternal(i));
    } else {
      TextStreams.adopt(context, result);
    }
    return result;
  }

  @Override
  public DynamicMethod dup() {
    return new AdoptingMethod(getImplementationClass(), original, getName());
  }
}
