package nonblockio;

import org.jruby.RubyModule;
import org.jruby.internal.runtime.methods.DynamicMethod;
import org.jruby.runtime.Block;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;

/**
 * Stands for the private methods of one class until one of them is called, which binds them all.
 * Binding makes JRuby generate a class for each method, more work than the rest of loading the gem,
 * and few programs call more than a few of these.
 */
final class DeferredMethods extends DynamicMethod {
  /** A singleton method's name begins with this. */
  static final String META = "self.";

  private final RubyModule owner;
  final String type;

  private DeferredMethods(RubyModule holder, String name, RubyModule owner, String type) {
    super(holder, Visibility.PRIVATE, name);
    this.owner = owner;
    this.type = type;
  }

  /** Defines {@code names}, which are those that the class {@code type} of this package binds. */
  static void define(RubyModule owner, String type, String... names) {
    for (String name : names) {
      boolean meta = name.startsWith(META);
      RubyModule holder = meta ? owner.getSingletonClass() : owner;
      String plain = meta ? name.substring(META.length()) : name;
      holder.addMethod(plain, new DeferredMethods(holder, plain, owner, "nonblockio." + type));
    }
  }

  @Override
  public IRubyObject call(
      ThreadContext context,
      IRubyObject self,
      RubyModule klass,
      String called,
      IRubyObject[] args,
      Block block) {
    bind();
    DynamicMethod bound = getImplementationClass().searchMethod(getName());
    return bound.call(context, self, klass, called, args, block);
  }

  /** Once for all threads: JRuby warns of a class that it finds bound while it binds it. */
  private void bind() {
    synchronized (DeferredMethods.class) {
      if (getImplementationClass().searchMethod(getName()) instanceof DeferredMethods) {
        bindNow();
      }
    }
  }

  private void bindNow() {
    try {
      owner.defineAnnotatedMethods(Class.forName(type));
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public DynamicMethod dup() {
    return new DeferredMethods(getImplementationClass(), getName(), owner, type);
  }
}
