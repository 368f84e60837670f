package nonblockio;

import java.io.FileDescriptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.Channel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import org.jruby.Ruby;
import org.jruby.javasupport.Java;
import org.jruby.util.io.ChannelFD;
import org.jruby.util.io.OpenFile;

/**
 * Gives connected TCP sockets the JDK's own channel, which jruby-openssl and everything else that
 * registers channels with the JDK's selectors asks for. Where a JDK has no such constructor any
 * more they keep the channel they have, and only those two do without.
 */
final class JavaChannels {
  private JavaChannels() {}

  /** Changes the channel of a stream socket that is connected, or connecting, to {@code peer}. */
  static void connected(Ruby runtime, OpenFile fptr, int fd, byte[] peer) {
    int family = SocketAddresses.family(peer);
    boolean ip = family == Platform.AF_INET || family == Platform.AF_INET6;
    if (!ip
        || fptr.channel() instanceof SocketChannel
        || Descriptor.type(fd) != Platform.SOCK_STREAM) {
      return;
    }
    Channel channel =
        open(
            fd,
            family,
            new InetSocketAddress(SocketAddresses.host(peer), SocketAddresses.port(peer)));
    if (channel != null) {
      fptr.setFD(new ChannelFD(channel, runtime.getPosix(), runtime.getFilenoUtil()));
    }
  }

  private static Channel open(int fd, int family, InetSocketAddress peer) {
    if (Internals.constructor == null) {
      return null;
    }
    ProtocolFamily protocol =
        family == Platform.AF_INET ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6;
    try {
      Object descriptor = Internals.newDescriptor.invoke(null, fd);
      SelectorProvider provider = SelectorProvider.provider();
      return (Channel)
          (Internals.constructor.getParameterCount() == 4
              ? Internals.constructor.newInstance(provider, protocol, descriptor, peer)
              : Internals.constructor.newInstance(provider, descriptor, peer));
    } catch (ReflectiveOperationException unusable) {
      return null;
    }
  }

  /** The JDK's constructor of channels over descriptors that were accepted or inherited. */
  private static final class Internals {
    static Constructor<?> constructor;
    static Method newDescriptor;

    static {
      try {
        Class<?> type = Class.forName("sun.nio.ch.SocketChannelImpl");
        Constructor<?> found = constructor(type);
        newDescriptor = Class.forName("sun.nio.ch.IOUtil").getDeclaredMethod("newFD", int.class);
        if (Java.trySetAccessible(found) && Java.trySetAccessible(newDescriptor)) {
          constructor = found;
        }
      } catch (ReflectiveOperationException unavailable) {
        constructor = null;
      }
    }

    private static Constructor<?> constructor(Class<?> type) throws NoSuchMethodException {
      try {
        return type.getDeclaredConstructor(
            SelectorProvider.class,
            ProtocolFamily.class,
            FileDescriptor.class,
            SocketAddress.class);
      } catch (NoSuchMethodException beforeJdk16) {
        return type.getDeclaredConstructor(
            SelectorProvider.class, FileDescriptor.class, InetSocketAddress.class);
      }
    }
  }
}
