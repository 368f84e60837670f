package nonblockio;

import java.util.ArrayList;
import java.util.List;
import org.jruby.RubyHash;
import org.jruby.RubyModule;
import org.jruby.RubySymbol;
import org.jruby.internal.runtime.methods.DynamicMethod;
import org.jruby.internal.runtime.methods.IRMethodArgs;
import org.jruby.runtime.ArgumentDescriptor;
import org.jruby.runtime.ArgumentType;
import org.jruby.runtime.Block;
import org.jruby.runtime.Signature;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;

/**
 * A public method with at most three positional arguments and perhaps the keyword exception:, with
 * the signature of a wrapper in Ruby (as MRI has) but no Ruby frame: all that a call costs is the
 * Hash of the keyword.
 */
abstract class WrapperMethod extends DynamicMethod implements IRMethodArgs, Cloneable {
  private static final String KEYWORD = "exception";

  private final int required;
  private final int most;
  private final RubySymbol exception;
  private final ArgumentDescriptor[] descriptors;

  /**
   * The parameters, of which the first {@code required} have no default; "exception:" may be the
   * last.
   */
  WrapperMethod(RubyModule owner, String name, int required, String... parameters) {
    super(owner, Visibility.PUBLIC, name);
    this.required = required;
    boolean keyword = parameters[parameters.length - 1].equals(KEYWORD + ":");
    most = keyword ? parameters.length - 1 : parameters.length;
    exception = keyword ? owner.getRuntime().newSymbol(KEYWORD) : null;
    descriptors = new ArgumentDescriptor[parameters.length];
    for (int i = 0; i < most; i++) {
      ArgumentType type = i < required ? ArgumentType.req : ArgumentType.opt;
      descriptors[i] = new ArgumentDescriptor(type, owner.getRuntime().newSymbol(parameters[i]));
    }
    if (keyword) {
      descriptors[most] = new ArgumentDescriptor(ArgumentType.key, exception);
    }
  }

  /** The call itself; {@code null} stands for an argument that was not given. */
  protected abstract IRubyObject run(
      ThreadContext context,
      IRubyObject self,
      IRubyObject first,
      IRubyObject second,
      IRubyObject third,
      IRubyObject exception);

  @Override
  public IRubyObject call(
      ThreadContext context, IRubyObject self, RubyModule type, String name, IRubyObject a) {
    RubyHash keywords = keywords(context, a);
    return keywords == null
        ? checked(context, self, 1, a, null, null, null)
        : checked(context, self, 0, null, null, null, keywords);
  }

  @Override
  public IRubyObject call(
      ThreadContext context,
      IRubyObject self,
      RubyModule type,
      String name,
      IRubyObject a,
      IRubyObject b) {
    RubyHash keywords = keywords(context, b);
    return keywords == null
        ? checked(context, self, 2, a, b, null, null)
        : checked(context, self, 1, a, null, null, keywords);
  }

  @Override
  public IRubyObject call(
      ThreadContext context,
      IRubyObject self,
      RubyModule type,
      String name,
      IRubyObject a,
      IRubyObject b,
      IRubyObject c) {
    RubyHash keywords = keywords(context, c);
    return keywords == null
        ? checked(context, self, 3, a, b, c, null)
        : checked(context, self, 2, a, b, null, keywords);
  }

  @Override
  public IRubyObject call(
      ThreadContext context,
      IRubyObject self,
      RubyModule type,
      String name,
      IRubyObject[] args,
      Block block) {
    RubyHash keywords = keywords(context, at(args, args.length - 1));
    int count = keywords == null ? args.length : args.length - 1;
    IRubyObject a = count > 0 ? args[0] : null;
    IRubyObject b = count > 1 ? args[1] : null;
    IRubyObject c = count > 2 ? args[2] : null;
    return checked(context, self, count, a, b, c, keywords);
  }

  private static IRubyObject at(IRubyObject[] args, int index) {
    return index < 0 ? null : args[index];
  }

  /** The last argument where it is keywords, those of a ruby2_keywords method included. */
  private RubyHash keywords(ThreadContext context, IRubyObject last) {
    int info = ThreadContext.resetCallInfo(context);
    if (exception == null || !(last instanceof RubyHash)) {
      return null;
    }
    RubyHash hash = (RubyHash) last;
    boolean flagged = (info & ThreadContext.CALL_SPLATS) != 0 && hash.isRuby2KeywordHash();
    boolean given =
        (info & (ThreadContext.CALL_KEYWORD | ThreadContext.CALL_KEYWORD_EMPTY))
            == ThreadContext.CALL_KEYWORD;
    return given || flagged ? hash : null;
  }

  private IRubyObject checked(
      ThreadContext context,
      IRubyObject self,
      int count,
      IRubyObject a,
      IRubyObject b,
      IRubyObject c,
      RubyHash keywords) {
    if (count < required || count > most) {
      throw context.runtime.newArgumentError(count, required, most);
    }
    IRubyObject value = keywords == null ? context.tru : value(context, keywords);
    return run(context, self, a, b, c, value);
  }

  private IRubyObject value(ThreadContext context, RubyHash keywords) {
    IRubyObject value = keywords.fastARef(exception);
    if (keywords.size() != (value == null ? 0 : 1)) {
      throw unknown(context, keywords);
    }
    return value == null ? context.tru : value;
  }

  /** MRI: unknown_keyword_error. */
  private RuntimeException unknown(ThreadContext context, RubyHash keywords) {
    List<String> names = new ArrayList<>();
    for (IRubyObject key : keywords.keys(context).toJavaArray()) {
      if (key != exception) {
        names.add(key.inspect().toString());
      }
    }
    String what = names.size() == 1 ? "unknown keyword: " : "unknown keywords: ";
    return context.runtime.newArgumentError(what + String.join(", ", names));
  }

  @Override
  public Signature getSignature() {
    int keywords = exception == null ? 0 : 1;
    return Signature.from(required, most - required, 0, keywords, 0, Signature.Rest.NONE, -1);
  }

  @Override
  public ArgumentDescriptor[] getArgumentDescriptors() {
    return descriptors;
  }

  @Override
  public void setRuby2Keywords() {
    // Takes keywords, which the mark is not for.
  }

  @Override
  public DynamicMethod dup() {
    try {
      return (DynamicMethod) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }
}
