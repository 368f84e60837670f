package nonblockio.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NewlinesTest {
  private static final int ROUNDS = 50_000;
  private static final String LETTERS = "\r\n\r\n\0ab\u00e9\u008d\u008a\u00ff";

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  @Test
  void lfAsTheNaiveWay() {
    for (int round = 0; round < ROUNDS; round++) {
      byte[] text = text();
      int from = random.nextInt(text.length + 1);
      int to = from + random.nextInt(text.length - from + 1);
      byte[] target = new byte[to - from + 3];
      int end = Newlines.toLf(text, from, to, target, 2);
      String expected = latin1(text, from, to).replaceFirst("\r\\z", "").replaceAll("\r\n?", "\n");
      assertEquals(expected, latin1(target, 2, end), "seed " + seed);
    }
  }

  @Test
  void crlfAsTheNaiveWay() {
    for (int round = 0; round < ROUNDS; round++) {
      byte[] text = text();
      int from = random.nextInt(text.length + 1);
      int length = random.nextInt(text.length - from + 1);
      String given = latin1(text, from, from + length);
      byte[] made = Newlines.toCrlf(text, from, length);
      if (given.indexOf('\n') < 0) {
        assertNull(made);
      } else {
        assertArrayEquals(bytes(given.replace("\n", "\r\n")), made, "seed " + seed);
      }
    }
  }

  @Test
  void searchesAsTheNaiveWay() {
    for (int round = 0; round < ROUNDS; round++) {
      byte[] text = text();
      int from = random.nextInt(text.length + 1);
      int to = from + random.nextInt(text.length - from + 1);
      byte one = letter();
      byte other = letter();
      int first = naive(text, from, to, one);
      int second = naive(text, from, to, other);
      int either = first < 0 || second < 0 ? Math.max(first, second) : Math.min(first, second);
      assertEquals(first, Newlines.indexOf(text, from, to, one), "seed " + seed);
      assertEquals(either, Newlines.indexOfEither(text, from, to, one, other), "seed " + seed);
    }
  }

  @Test
  void neighboursOfTheWantedByteAreNotFound() {
    for (int value = 0; value < 256; value++) {
      byte[] text = new byte[64];
      Arrays.fill(text, (byte) (value ^ 1));
      text[41] = (byte) value;
      assertEquals(41, Newlines.indexOf(text, 0, 64, (byte) value));
      assertEquals(-1, Newlines.indexOf(text, 0, 41, (byte) value));
    }
  }

  private byte[] text() {
    byte[] text = new byte[random.nextInt(90)];
    boolean sparse = random.nextBoolean();
    for (int i = 0; i < text.length; i++) {
      text[i] = sparse && random.nextInt(12) > 0 ? (byte) 'x' : letter();
    }
    return text;
  }

  private byte letter() {
    return (byte) LETTERS.charAt(random.nextInt(LETTERS.length()));
  }

  private static int naive(byte[] bytes, int from, int to, byte wanted) {
    int at = latin1(bytes, from, to).indexOf((char) (wanted & 0xFF));
    return at < 0 ? -1 : from + at;
  }

  private static String latin1(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
