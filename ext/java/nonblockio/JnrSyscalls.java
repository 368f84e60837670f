package nonblockio;

import jnr.ffi.LibraryLoader;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.Variadic;
import jnr.ffi.types.size_t;
import jnr.ffi.types.ssize_t;

/** {@link Syscalls} over jnr-ffi, on every JDK: data passes through the thread's native scratch. */
class JnrSyscalls implements Syscalls {
  /** The functions as libc declares them, with addresses as numbers. */
  public interface LibC {
    @ssize_t
    long read(int fd, long data, @size_t long length);

    @ssize_t
    long write(int fd, long data, @size_t long length);

    @ssize_t
    long recv(int fd, long data, @size_t long length, int flags);

    @ssize_t
    long send(int fd, long data, @size_t long length, int flags);

    @ssize_t
    long recvmsg(int fd, long header, int flags);

    @ssize_t
    long sendmsg(int fd, long header, int flags);

    int poll(long descriptors, int count, int timeoutMillis);

    int socket(int domain, int type, int protocol);

    int socketpair(int domain, int type, int protocol, long descriptors);

    int bind(int fd, long address, int addressLength);

    int connect(int fd, long address, int addressLength);

    int listen(int fd, int backlog);

    int accept(int fd, long address, long addressLength);

    int shutdown(int fd, int how);

    int getsockname(int fd, long address, long addressLength);

    int getpeername(int fd, long address, long addressLength);

    int getsockopt(int fd, int level, int option, long value, long valueLength);

    int setsockopt(int fd, int level, int option, long value, int valueLength);

    @Variadic(fixedCount = 2)
    int fcntl(int fd, int command, int argument);

    @Variadic(fixedCount = 2)
    int ioctl(int fd, long request, long argument);

    int close(int fd);
  }

  private final LibC libc = LibraryLoader.create(LibC.class).load("c");
  private final Runtime runtime = Runtime.getRuntime(libc);

  @Override
  public int read(int fd, byte[] bytes, int offset, int length) {
    Backend.used();
    Scratch.Memory memory = Scratch.memory(length);
    int n = result(libc.read(fd, memory.address, length));
    if (n > 0) {
      memory.get(0, bytes, offset, n);
    }
    return n;
  }

  @Override
  public int write(int fd, byte[] bytes, int offset, int length) {
    Backend.used();
    Scratch.Memory memory = Scratch.memory(length);
    memory.put(0, bytes, offset, length);
    return result(libc.write(fd, memory.address, length));
  }

  @Override
  public int recv(int fd, byte[] bytes, int offset, int length, int flags) {
    Backend.used();
    Scratch.Memory memory = Scratch.memory(length);
    int n = result(libc.recv(fd, memory.address, length, flags | Platform.MSG_DONTWAIT));
    if (n > 0) {
      memory.get(0, bytes, offset, Math.min(n, length));
    }
    return n;
  }

  @Override
  public int send(int fd, byte[] bytes, int offset, int length, int flags) {
    Backend.used();
    Scratch.Memory memory = Scratch.memory(length);
    memory.put(0, bytes, offset, length);
    return result(libc.send(fd, memory.address, length, flags | Platform.MSG_DONTWAIT));
  }

  @Override
  public int recvmsg(int fd, long header, int flags) {
    return result(libc.recvmsg(fd, header, flags));
  }

  @Override
  public int sendmsg(int fd, long header, int flags) {
    return result(libc.sendmsg(fd, header, flags));
  }

  @Override
  public int poll(long descriptors, int count, int timeoutMillis) {
    return result(libc.poll(descriptors, count, timeoutMillis));
  }

  @Override
  public int socket(int domain, int type, int protocol) {
    return result(libc.socket(domain, type, protocol));
  }

  @Override
  public int socketpair(int domain, int type, int protocol, long descriptors) {
    return result(libc.socketpair(domain, type, protocol, descriptors));
  }

  @Override
  public int bind(int fd, long address, int addressLength) {
    return result(libc.bind(fd, address, addressLength));
  }

  @Override
  public int connect(int fd, long address, int addressLength) {
    return result(libc.connect(fd, address, addressLength));
  }

  @Override
  public int listen(int fd, int backlog) {
    return result(libc.listen(fd, backlog));
  }

  @Override
  public int accept(int fd, long address, long addressLength) {
    return result(libc.accept(fd, address, addressLength));
  }

  @Override
  public int shutdown(int fd, int how) {
    return result(libc.shutdown(fd, how));
  }

  @Override
  public int getsockname(int fd, long address, long addressLength) {
    return result(libc.getsockname(fd, address, addressLength));
  }

  @Override
  public int getpeername(int fd, long address, long addressLength) {
    return result(libc.getpeername(fd, address, addressLength));
  }

  @Override
  public int getsockopt(int fd, int level, int option, long value, long valueLength) {
    return result(libc.getsockopt(fd, level, option, value, valueLength));
  }

  @Override
  public int setsockopt(int fd, int level, int option, long value, int valueLength) {
    return result(libc.setsockopt(fd, level, option, value, valueLength));
  }

  @Override
  public int fcntl(int fd, int command, int argument) {
    return result(libc.fcntl(fd, command, argument));
  }

  @Override
  public int ioctl(int fd, long request, long argument) {
    return result(libc.ioctl(fd, request, argument));
  }

  @Override
  public int close(int fd) {
    return result(libc.close(fd));
  }

  private int result(long n) {
    return n >= 0 ? (int) n : -runtime.getLastError();
  }
}
