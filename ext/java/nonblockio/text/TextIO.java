package nonblockio.text;

import org.jruby.Ruby;
import org.jruby.RubyClass;
import org.jruby.RubyIO;
import org.jruby.util.io.OpenFile;

/** An IO whose state becomes a {@link TextOpenFile} when it converts newlines. */
@SuppressWarnings("serial")
final class TextIO extends RubyIO {
  TextIO(Ruby runtime, RubyClass type) {
    super(runtime, type);
  }

  @Override
  public OpenFile getOpenFileChecked() {
    OpenFile file = super.getOpenFileChecked();
    if (!TextStreams.isWaiting(file)) return file;
    return TextStreams.replace(getRuntime(), this, file, (io, text) -> io.openFile = text);
  }
}
