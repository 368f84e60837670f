package nonblockio.text;

import org.jruby.Ruby;
import org.jruby.RubyClass;
import org.jruby.runtime.ObjectAllocator;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.load.Library;

/** {@code require "nonblock-io/text"}: from here on, streams come with a direct text path. */
public final class TextLibrary implements Library {
  @Override
  public void load(Ruby runtime, boolean wrap) {
    RubyClass io = runtime.getIO();
    replace(io, runtime.getFile().getAllocator(), TextFile::new);
    replace(io, io.getAllocator(), TextIO::new);
    CopyingMethod.wrap(io, "dup");
    CopyingMethod.wrap(io, "clone");
    AdoptingMethod.wrap(io, "set_encoding");
    AdoptingMethod.wrap(io, "reopen");
    AdoptingMethod.wrap(io.getSingletonClass(), "pipe");
    ThreadContext context = runtime.getCurrentContext();
    for (String name : new String[] {"STDIN", "STDOUT", "STDERR"}) {
      TextStreams.adopt(context, runtime.getObject().getConstant(name));
    }
  }

  private static void replace(RubyClass io, ObjectAllocator old, ObjectAllocator made) {
    ObjectAllocator text = CopyingMethod.allocator(old, made);
    if (io.getAllocator() == old) io.setAllocator(text);
    for (RubyClass type : io.subclasses(true)) {
      if (type.getAllocator() == old) type.setAllocator(text);
    }
  }
}
