package nonblockio;

import java.lang.reflect.Constructor;
import org.jruby.Ruby;
import org.jruby.RubyClass;
import org.jruby.RubyObject;

/**
 * Makes objects of JRuby's classes without running their field initializers, of which some open the
 * table of protocols: that takes longer than a system call, and a descriptor.
 */
final class WithoutLookUp<T extends RubyObject> {
  private final Constructor<?> constructor;

  /**
   * {@code parent} is the superclass whose constructor is to run instead of that of {@code type}.
   */
  WithoutLookUp(Class<T> type, Class<? super T> parent) {
    constructor = constructor(type, parent);
  }

  private static Constructor<?> constructor(Class<?> type, Class<?> parent) {
    try {
      Constructor<?> inherited = parent.getDeclaredConstructor(Ruby.class, RubyClass.class);
      Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
      Object instance = factory.getMethod("getReflectionFactory").invoke(null);
      return (Constructor<?>)
          factory
              .getMethod("newConstructorForSerialization", Class.class, Constructor.class)
              .invoke(instance, type, inherited);
    } catch (ReflectiveOperationException | LinkageError unavailable) {
      return own(type);
    }
  }

  private static Constructor<?> own(Class<?> type) {
    try {
      return type.getDeclaredConstructor(Ruby.class, RubyClass.class);
    } catch (NoSuchMethodException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  @SuppressWarnings("unchecked")
  T allocate(Ruby runtime, RubyClass type) {
    try {
      return (T) constructor.newInstance(runtime, type);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
