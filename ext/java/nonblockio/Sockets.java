package nonblockio;

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

  /** A new instance of {@code type} that owns {@code fd}. */
  static RubyIO wrap(ThreadContext context, RubyClass type, int fd) {
    RubyIO socket = (RubyIO) type.allocate();
    initialize(context.runtime, socket, fd);
    return socket;
  }

  /**
   * Gives {@code fd} to a socket. Its channel only reads, writes and closes: a jnr-unixsocket
   * channel would shut the connection down under every duplicate of the descriptor. It stays one
   * that blocks, other than MRI's: JRuby gives programs it starts the mode that a stream has.
   */
  static void initialize(Ruby runtime, RubyIO socket, int fd) {
    OpenFile fptr = socket.MakeOpenFile();
    NativeSocketChannel channel = new NativeSocketChannel(fd);
    fptr.setFD(new ChannelFD(channel, runtime.getPosix(), runtime.getFilenoUtil()));
    fptr.setMode(OpenFile.READWRITE | OpenFile.SYNC | OpenFile.DUPLEX);
    fptr.ascii8bitBinmode(runtime);
    WaitingChannel.install(runtime, socket);
  }
}
