package nonblockio;

import org.jruby.RubyModule;
import org.jruby.internal.runtime.methods.DynamicMethod;
import org.jruby.runtime.Signature;

/** A method of JRuby's with something of the library's before or after it. */
public abstract class Following extends DynamicMethod {
  protected final DynamicMethod original;

  protected Following(RubyModule owner, DynamicMethod original, String name) {
    super(owner, original.getVisibility(), name);
    this.original = original;
  }

  /** A constructor of a subclass. */
  protected interface Maker {
    Following make(RubyModule owner, DynamicMethod original, String name);
  }

  /** Puts an instance of {@code type} in the place of a method, unless it is one already. */
  protected static void replace(
      RubyModule owner, String name, Class<? extends Following> type, Maker maker) {
    DynamicMethod original = owner.searchMethod(name);
    if (!original.isUndefined() && !type.isInstance(original)) {
      owner.addMethod(name, maker.make(owner, original, name));
    }
  }

  @Override
  public Signature getSignature() {
    return original.getSignature();
  }
}
