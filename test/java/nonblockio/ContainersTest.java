package nonblockio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jruby.embed.LocalContextScope;
import org.jruby.embed.LocalVariableBehavior;
import org.jruby.embed.ScriptingContainer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several JRubies in one JVM, side by side and one after the other, share the loaded classes. */
class ContainersTest {
  private static final String EXCHANGE =
      """
      require "nonblock-io"
      one, two = UNIXSocket.pair(:DGRAM)
      nothing = two.recv_nonblock(9, exception: false)
      one.send("hello", 0)
      answer = [nothing, two.recv(2, Socket::MSG_PEEK), two.recv(9, 0, +"")].join(" ")
      [one, two].each(&:close)
      answer
      """;
  private static final String EXPECTED = "wait_readable he hello";

  private final List<ScriptingContainer> containers =
      new ArrayList<>(Arrays.asList(container(), container(), container()));

  private static ScriptingContainer container() {
    ScriptingContainer container =
        new ScriptingContainer(LocalContextScope.SINGLETHREAD, LocalVariableBehavior.TRANSIENT);
    container.setLoadPaths(Arrays.asList("lib"));
    return container;
  }

  @AfterEach
  void terminate() {
    containers.forEach(ScriptingContainer::terminate);
  }

  @Test
  void eachWorksWhateverHappensToTheOthers() {
    ScriptingContainer first = containers.get(0);
    ScriptingContainer second = containers.get(1);
    assertEquals(EXPECTED, first.runScriptlet(EXCHANGE));
    assertEquals(EXPECTED, second.runScriptlet(EXCHANGE));
    assertNotSame(
        first.getProvider().getRuntime(), second.getProvider().getRuntime(), "two runtimes");
    containers.remove(first);
    first.terminate();
    assertEquals(EXPECTED, second.runScriptlet(EXCHANGE));
    assertEquals(EXPECTED, containers.get(1).runScriptlet(EXCHANGE));
  }

  @Test
  void aSocketOfOneIsReadByTheOther() {
    String send =
        """
        require "nonblock-io"
        $one, $two = UNIXSocket.pair
        $two.autoclose = false
        $one.write_nonblock("hello")
        $two.fileno
        """;
    String receive =
        """
        require "nonblock-io"
        UNIXSocket.for_fd($descriptor).read_nonblock(9)
        """;
    ScriptingContainer other = containers.get(1);
    other.put("$descriptor", containers.get(0).runScriptlet(send));
    assertEquals("hello", other.runScriptlet(receive));
  }
}
