package nonblockio.text;

import org.jcodings.Encoding;
import org.jcodings.specific.ASCIIEncoding;
import org.jcodings.specific.USASCIIEncoding;
import org.jcodings.specific.UTF8Encoding;
import org.jcodings.transcode.EConvFlags;
import org.jruby.RubyString;
import org.jruby.runtime.ThreadContext;
import org.jruby.util.StringSupport;
import org.jruby.util.io.OpenFile;

/** Tells whether a write needs LF as CRLF and no other conversion. */
final class TextWrites {
  private static final int OTHERS =
      EConvFlags.DECORATOR_MASK
          | EConvFlags.STATEFUL_DECORATOR_MASK
          | EConvFlags.INVALID_MASK
          | EConvFlags.UNDEF_MASK;

  private TextWrites() {}

  static boolean isDirect(ThreadContext context, OpenFile file, RubyString string) {
    Encoding encoding = string.getEncoding();
    if (isDirect(context, file, encoding)) return true;
    return file.writeconv == null
        && isCrlfTo(file, UTF8Encoding.INSTANCE)
        && (encoding == USASCIIEncoding.INSTANCE || encoding == ASCIIEncoding.INSTANCE)
        && string.scanForCodeRange() == StringSupport.CR_7BIT;
  }

  static boolean isDirect(ThreadContext context, OpenFile file, Encoding encoding) {
    if (!file.needsWriteConversion(context)) return false;
    file.makeWriteConversion(context);
    if (file.writeconv == null) return isCrlfTo(file, encoding);
    return file.writeconvAsciicompat == null
        && encoding.isAsciiCompatible()
        && Converters.isCrlf(file.writeconv);
  }

  /** Whether strings of this encoding are written in it, with CRLF and no other option. */
  private static boolean isCrlfTo(OpenFile file, Encoding encoding) {
    return file.encs.enc2 == null
        && file.encs.enc == encoding
        && encoding != ASCIIEncoding.INSTANCE
        && encoding.isAsciiCompatible()
        && (file.writeconvPreEcflags & OTHERS) == EConvFlags.CRLF_NEWLINE_DECORATOR;
  }
}
