package nonblockio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jruby.Ruby;
import org.jruby.RubyClass;
import org.jruby.RubyModule;
import org.jruby.anno.JRubyMethod;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeferredMethodsTest {
  private Ruby runtime;

  @BeforeEach
  void loadIntoNewRuntime() {
    runtime = Ruby.newInstance();
    runtime.getLoadService().require("socket");
    new NonblockIOLibrary().load(runtime, false);
  }

  private static void collect(RubyModule holder, String prefix, Map<String, Set<String>> deferred) {
    holder
        .getMethods()
        .forEach(
            (name, method) -> {
              if (method instanceof DeferredMethods stand) {
                deferred.computeIfAbsent(stand.type, type -> new TreeSet<>()).add(prefix + name);
              }
            });
  }

  private static Set<String> bound(String type) throws ClassNotFoundException {
    Set<String> names = new TreeSet<>();
    for (Method method : Class.forName(type).getDeclaredMethods()) {
      JRubyMethod annotation = method.getAnnotation(JRubyMethod.class);
      if (annotation != null) {
        names.add((annotation.meta() ? DeferredMethods.META : "") + annotation.name()[0]);
      }
    }
    return names;
  }

  private Map<String, Set<String>> deferred(String owner) {
    RubyClass type = runtime.getClass(owner);
    Map<String, Set<String>> deferred = new TreeMap<>();
    collect(type, "", deferred);
    collect(type.getSingletonClass(), DeferredMethods.META, deferred);
    return deferred;
  }

  @Test
  void theNamesAreThoseThatTheClassBinds() throws ClassNotFoundException {
    for (String owner : new String[] {"BasicSocket", "UDPSocket", "UNIXSocket"}) {
      Map<String, Set<String>> deferred = deferred(owner);
      assertFalse(deferred.isEmpty());
      for (Map.Entry<String, Set<String>> each : deferred.entrySet()) {
        assertEquals(bound(each.getKey()), each.getValue(), each.getKey());
      }
    }
  }

  @Test
  void oneCallBindsAllOfItsClass() {
    Set<String> before = deferred("BasicSocket").keySet();
    runtime.evalScriptlet("Socket.new(:INET, :STREAM, 0).__send__(:__family)");
    Set<String> after = deferred("BasicSocket").keySet();
    assertNotEquals(before, after);
    assertFalse(after.contains("nonblockio.SocketNames"));
  }
}
