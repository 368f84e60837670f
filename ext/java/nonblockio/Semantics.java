package nonblockio;

/** Where Ruby versions differ: which answers the version that this JRuby claims gives. */
final class Semantics {
  private static final int VERSION = version();

  /** recv at the end of a stream is nil since Ruby 3.3, before it is "". */
  static final boolean RECV_NIL_AT_END = VERSION >= 303;

  /** IO#wait(events, timeout) answers with events since Ruby 3.2, before with the stream. */
  static final boolean WAIT_ANSWERS_EVENTS = VERSION >= 302;

  /** IO#nread and #ready? are there before Ruby 4.0. */
  static final boolean TELLS_PENDING = VERSION < 400;

  /** Socket::ResolutionError is there since Ruby 3.3, before it is SocketError. */
  static final boolean RESOLUTION_ERROR = VERSION >= 303;

  /** The function as errors of looking up addresses name it. */
  static final String GETADDRINFO = VERSION >= 304 ? "getaddrinfo(3)" : "getaddrinfo";

  private static final char OPENING_QUOTE = VERSION >= 304 ? '\'' : '`';

  private Semantics() {}

  /** A name in a message: `name' before Ruby 3.4, 'name' since then. */
  static String quoted(String name) {
    return OPENING_QUOTE + name + '\'';
  }

  /** Read at run time: javac would copy the constant of the JRuby compiled against. */
  private static int version() {
    try {
      Class<?> constants = Class.forName("org.jruby.runtime.Constants");
      String[] parts = ((String) constants.getField("RUBY_VERSION").get(null)).split("\\.", -1);
      return Integer.parseInt(parts[0]) * 100 + Integer.parseInt(parts[1]);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
