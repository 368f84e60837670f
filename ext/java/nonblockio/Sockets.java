package nonblockio;

import java.nio.channels.SocketChannel;
import jnr.enxio.channels.NativeSocketChannel;
import org.jruby.Ruby;
import org.jruby.RubyClass;
import org.jruby.RubyIO;
import org.jruby.ext.socket.RubyBasicSocket;
import org.jruby.ext.socket.RubySocket;
import org.jruby.runtime.ThreadContext;
import org.jruby.util.io.ChannelFD;
import org.jruby.util.io.OpenFile;

/** Makes Ruby socket objects of descriptors. MRI: rsock_init_sock. */
final class Sockets {
  private static final WithoutLookUp<RubySocket> SOCKETS =
      new WithoutLookUp<>(RubySocket.class, RubyBasicSocket.class);

  private Sockets() {}

  static void define(Ruby runtime) {
    runtime.getClass("Socket").setAllocator(SOCKETS::allocate);
  }

  /** A new instance of {@code type} that owns {@code fd}, whose mode stays as it is. */
  static RubyIO wrap(ThreadContext context, RubyClass type, int fd) {
    RubyIO socket = (RubyIO) type.allocate();
    own(context.runtime, socket, fd);
    return socket;
  }

  /** Gives {@code fd}, a new descriptor, to a socket. */
  static void initialize(Ruby runtime, RubyIO socket, int fd) {
    own(runtime, socket, fd);
    nonblock(runtime, socket);
  }

  /**
   * The channel only reads, writes and closes: a jnr-unixsocket channel would shut the connection
   * down under every duplicate of the descriptor.
   */
  private static void own(Ruby runtime, RubyIO socket, int fd) {
    OpenFile fptr = socket.MakeOpenFile();
    NativeSocketChannel channel = new NativeSocketChannel(fd);
    fptr.setFD(new ChannelFD(channel, runtime.getPosix(), runtime.getFilenoUtil()));
    fptr.setMode(OpenFile.READWRITE | OpenFile.SYNC | OpenFile.DUPLEX);
    fptr.ascii8bitBinmode(runtime);
    WaitingChannel.install(runtime, socket);
  }

  /**
   * Gives a new socket the mode that MRI's have, but for one with a channel of the JDK: JRuby's
   * reads would busy the processor there while they wait.
   */
  static void nonblock(Ruby runtime, RubyIO socket) {
    OpenFile fptr = socket.getOpenFileChecked();
    if (!(fptr.channel() instanceof SocketChannel)) {
      fptr.setNonblock(runtime);
    }
  }
}
