package nonblockio.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.jruby.util.ByteList;
import org.junit.jupiter.api.Test;

class AccumulatorTest {
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  @Test
  void piecesMakeTheSameTextAsTheWhole() {
    for (int round = 0; round < 20_000; round++) {
      byte[] text = text();
      Accumulator whole = new Accumulator(new ByteList(bytes("before")), random.nextInt(30));
      boolean afterCr = false;
      for (int at = 0; at < text.length; ) {
        int length = 1 + random.nextInt(text.length - at);
        afterCr = whole.appendText(text, at, length, afterCr);
        at += length;
      }
      if (afterCr) whole.append(Newlines.LF);
      String expected = "before" + string(text).replaceAll("\r\n?", "\n");
      assertEquals(expected, string(whole.toByteList().bytes()), "seed " + seed);
    }
  }

  @Test
  void takesTextOfTheExpectedSizeWithoutGrowing() {
    Accumulator text = new Accumulator(new ByteList(), 9);
    byte[] before = text.toByteList().unsafeBytes();
    text.appendText(bytes("ab\r"), 0, 3, false);
    text.appendText(bytes("xy\ncd\n"), 0, 6, true);
    assertEquals("ab\nxy\ncd\n", string(text.toByteList().bytes()));
    assertSame(before, text.toByteList().unsafeBytes());
  }

  private byte[] text() {
    byte[] text = new byte[random.nextInt(40)];
    for (int i = 0; i < text.length; i++) text[i] = (byte) "\r\n\r\nab".charAt(random.nextInt(6));
    return text;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String string(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
