/* The other end of two rows, one connection at a time: `serve echo` sends back what comes,
   `serve http` answers GET /N with a body of N MiB. Prints its port. */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static char bytes[65536];

static int write_all(int fd, const char *from, size_t size) {
  while (size > 0) {
    ssize_t n = write(fd, from, size);
    if (n <= 0) return 0;
    from += n;
    size -= n;
  }
  return 1;
}

static void echo(int fd) {
  ssize_t n;
  while ((n = read(fd, bytes, sizeof bytes)) > 0 && write_all(fd, bytes, n)) continue;
}

static void http(int fd) {
  static char head[128], body[sizeof bytes];
  size_t got = 0;
  ssize_t n;
  do {
    n = read(fd, bytes + got, sizeof bytes - 1 - got);
    if (n <= 0) return;
    got += n;
    bytes[got] = 0;
  } while (!strstr(bytes, "\r\n\r\n"));
  long long left = atoll(bytes + strlen("GET /")) << 20;
  sprintf(head, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %lld\r\n\r\n", left);
  if (!write_all(fd, head, strlen(head))) return;
  while (left > 0 && write_all(fd, body, sizeof body)) left -= sizeof body;
}

int main(int count, char **arguments) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  socklen_t size = sizeof address;
  int one = 1, server = socket(AF_INET, SOCK_STREAM, 0);
  if (count < 2) return 2;
  signal(SIGPIPE, SIG_IGN);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(server, (struct sockaddr *)&address, size) || listen(server, 16)) return 1;
  getsockname(server, (struct sockaddr *)&address, &size);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  for (;;) {
    int fd = accept(server, NULL, NULL);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (!strcmp(arguments[1], "echo"))
      echo(fd);
    else
      http(fd);
    close(fd);
  }
}
