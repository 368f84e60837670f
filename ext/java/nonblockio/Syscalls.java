package nonblockio;

/**
 * The system calls under the gem's methods. Every call answers n >= 0 or -errno: nothing throws,
 * nothing retries, nothing knows Ruby. The calls over byte arrays never wait on a socket
 * (MSG_DONTWAIT is always added); the others take addresses of native memory. None takes more than
 * five arguments: what jnr-ffi generates on x86-64 passes a wrong sixth.
 */
interface Syscalls {
  int read(int fd, byte[] bytes, int offset, int length);

  int write(int fd, byte[] bytes, int offset, int length);

  int recv(int fd, byte[] bytes, int offset, int length, int flags);

  int send(int fd, byte[] bytes, int offset, int length, int flags);

  int recvmsg(int fd, long header, int flags);

  int sendmsg(int fd, long header, int flags);

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

  int fcntl(int fd, int command, int argument);

  int ioctl(int fd, long request, long argument);

  int close(int fd);
}
