package nonblockio;

import jnr.constants.Constant;
import jnr.constants.platform.AddressFamily;
import jnr.constants.platform.Errno;
import jnr.constants.platform.Fcntl;
import jnr.constants.platform.OpenFlags;
import jnr.constants.platform.Sock;
import jnr.constants.platform.SocketLevel;
import jnr.constants.platform.SocketMessage;
import jnr.constants.platform.SocketOption;

/** The numbers of this operating system: the only class that knows where platforms differ. */
final class Platform {
  static final boolean LINUX = org.jruby.platform.Platform.IS_LINUX;
  static final boolean WINDOWS = org.jruby.platform.Platform.IS_WINDOWS;

  static final int EINTR = Errno.EINTR.intValue();
  static final int EAGAIN = Errno.EAGAIN.intValue();
  static final int EWOULDBLOCK = Errno.EWOULDBLOCK.intValue();
  static final int EINVAL = Errno.EINVAL.intValue();
  static final int EMFILE = Errno.EMFILE.intValue();
  static final int ENFILE = Errno.ENFILE.intValue();
  static final int EBADF = Errno.EBADF.intValue();
  static final int ENOTSOCK = Errno.ENOTSOCK.intValue();
  static final int EINPROGRESS = Errno.EINPROGRESS.intValue();
  static final int EALREADY = Errno.EALREADY.intValue();
  static final int EISCONN = Errno.EISCONN.intValue();
  private static final int ECONNABORTED = Errno.ECONNABORTED.intValue();
  private static final int EPROTO = Errno.EPROTO.intValue();

  static final int MSG_DONTWAIT = valueOrZero(SocketMessage.MSG_DONTWAIT);
  static final int MSG_NOSIGNAL = valueOrZero(SocketMessage.MSG_NOSIGNAL);
  static final int MSG_PEEK = valueOrZero(SocketMessage.MSG_PEEK);
  static final int MSG_TRUNC = valueOrZero(SocketMessage.MSG_TRUNC);
  static final int MSG_WAITALL = valueOrZero(SocketMessage.MSG_WAITALL);
  static final int MSG_CTRUNC = valueOrZero(SocketMessage.MSG_CTRUNC);

  /** Not in jnr-constants; where it is missing the flag is set after the call. */
  static final int MSG_CMSG_CLOEXEC = LINUX ? 0x40000000 : 0;

  static final int AF_UNIX = AddressFamily.AF_UNIX.intValue();
  static final int AF_INET = AddressFamily.AF_INET.intValue();
  static final int AF_INET6 = AddressFamily.AF_INET6.intValue();
  static final int AF_UNSPEC = AddressFamily.AF_UNSPEC.intValue();

  /** Addresses of network interfaces, which only Linux has (linux/socket.h); -1 is no family. */
  static final int AF_PACKET = LINUX ? 17 : -1;

  static final int SCM_RIGHTS = 1;
  static final int SUN_PATH_SIZE = LINUX ? 108 : 104;
  static final boolean SOCKADDR_HAS_LENGTH = org.jruby.platform.Platform.IS_BSD;
  static final int SOCK_STREAM = Sock.SOCK_STREAM.intValue();
  static final int SOCK_DGRAM = Sock.SOCK_DGRAM.intValue();
  static final int SOCK_CLOEXEC = LINUX ? 0x80000 : 0;
  static final int SOL_SOCKET = SocketLevel.SOL_SOCKET.intValue();
  static final int SO_TYPE = SocketOption.SO_TYPE.intValue();
  static final int SO_ERROR = SocketOption.SO_ERROR.intValue();

  /** Whether an accepted descriptor has the server's O_NONBLOCK. */
  static final boolean ACCEPT_INHERITS_FLAGS = !LINUX;

  static final int F_SETFD = Fcntl.F_SETFD.intValue();
  static final int F_GETFL = Fcntl.F_GETFL.intValue();
  static final int F_SETFL = Fcntl.F_SETFL.intValue();
  static final int FD_CLOEXEC = 1;
  static final long FIONREAD = LINUX ? 0x541B : 0x4004667F;
  static final int O_NONBLOCK = OpenFlags.O_NONBLOCK.intValue();

  /** The width of a pointer; known where native code cannot be loaded, too. */
  static final int POINTER = jnr.ffi.Platform.getNativePlatform().is64Bit() ? 8 : 4;

  /** Lengths in msghdr and cmsghdr: a size_t on Linux, an int elsewhere. */
  static final int MSGHDR_LENGTH = LINUX ? POINTER : 4;

  static final int MSGHDR_FLAGS = 5 * POINTER + MSGHDR_LENGTH;
  static final int CMSG_HEADER = MSGHDR_LENGTH + 8;
  static final int CMSG_ALIGNMENT = org.jruby.platform.Platform.IS_MAC ? 4 : POINTER;

  /** Elsewhere the numbers in peeked SCM_RIGHTS are no descriptors yet. */
  static final boolean PEEKED_RIGHTS_ARE_OPEN = LINUX;

  static final short POLLIN = 1;
  static final short POLLPRI = 2;
  static final short POLLOUT = 4;
  static final short POLLERR = 8;
  static final short POLLHUP = 16;
  static final short POLLNVAL = 32;

  private Platform() {}

  static boolean wouldBlock(int errno) {
    return errno == EAGAIN || errno == EWOULDBLOCK;
  }

  /** Whether a connection was given up before it could be accepted. */
  static boolean connectionLost(int errno) {
    return errno == ECONNABORTED || errno == EPROTO;
  }

  private static int valueOrZero(Constant constant) {
    return constant.defined() ? constant.intValue() : 0;
  }
}
