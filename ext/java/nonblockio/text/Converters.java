package nonblockio.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jcodings.Ptr;
import org.jcodings.transcode.EConv;
import org.jcodings.transcode.EConvFlags;

/** What a converter of JRuby's does, asked from the converter itself. */
final class Converters {
  private static final byte[] UNIVERSAL = name("universal_newline");
  private static final byte[] CRLF = name("crlf_newline");

  private Converters() {}

  static boolean isUniversal(EConv converter) {
    return isOnly(converter, UNIVERSAL);
  }

  static boolean isCrlf(EConv converter) {
    return isOnly(converter, CRLF);
  }

  /**
   * How many bytes the universal newline converter makes of an "x": none when it has seen the end
   * of its input, two when it has taken a CR in and waits for what follows.
   */
  static int probe(EConv converter) {
    byte[] out = new byte[4];
    Ptr end = new Ptr(0);
    converter.convert(new byte[] {'x'}, new Ptr(0), 1, out, end, 4, EConvFlags.PARTIAL_INPUT);
    return end.p;
  }

  private static boolean isOnly(EConv converter, byte[] name) {
    return converter.numTranscoders == 1
        && Arrays.equals(converter.elements[0].transcoding.transcoder.getDestination(), name);
  }

  private static byte[] name(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }
}
