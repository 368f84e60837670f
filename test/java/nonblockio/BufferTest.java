package nonblockio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.jcodings.specific.UTF8Encoding;
import org.jruby.Ruby;
import org.jruby.RubyString;
import org.jruby.util.ByteList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BufferTest {
  private static final byte[] DATA = {'h', 'e', 'l', 'l', 'o'};
  private static Ruby runtime;

  @BeforeAll
  static void startRuntime() {
    runtime = Ruby.newInstance();
  }

  /** The bytes of the string after a call that has received DATA. */
  private static byte[] receive(RubyString string, int length) {
    byte[] bytes = Buffer.space(runtime, string, length);
    int offset = Buffer.offset(string);
    System.arraycopy(DATA, 0, bytes, offset, DATA.length);
    assertSame(string, Buffer.filled(runtime, string, bytes, offset, DATA.length));
    assertEquals("hello", string.toString());
    return string.getByteList().unsafeBytes();
  }

  @Test
  void anEmptyBufferGetsNoMoreMemoryThanItNeeds() {
    RubyString string = RubyString.newString(runtime, new ByteList(ByteList.NULL_ARRAY));
    string.setEncoding(UTF8Encoding.INSTANCE);
    assertEquals(DATA.length, receive(string, 60_000).length);
    assertSame(UTF8Encoding.INSTANCE, string.getEncoding());
  }

  @Test
  void aBufferThatHasRoomKeepsIt() {
    RubyString string = RubyString.newString(runtime, new ByteList(60_000));
    byte[] before = string.getByteList().unsafeBytes();
    assertSame(before, receive(string, 60_000));
    assertSame(before, receive(string, 50_000));
  }
}
