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

  @Override
  public Signature getSignature() {
    return original.getSignature();
  }
}
