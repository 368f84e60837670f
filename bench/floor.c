/* The rows of the table as plain loops around system calls: what no Ruby can be faster than.
   Without arguments: prints the names of its rows. With names: a line of JSON for each.
   BENCH_WARMUP and BENCH_MEASURE are seconds, as for the other contestants. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "floor_measure.h"

#define BIG 16384
#define MOST_PAIRS 1000

static int r, w, port, pairs;
static int readers[MOST_PAIRS], writers[MOST_PAIRS];
static char data[BIG], buf[BIG], request[4096];
static size_t request_size, reply_size;

/* Stages: what the loop works on. */

static struct sockaddr_in loopback(int number) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(number)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static int bound(int type) {
  struct sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  int fd = must(socket(AF_INET, type, 0), "socket");
  must(bind(fd, (struct sockaddr *)&address, size), "bind");
  must(getsockname(fd, (struct sockaddr *)&address, &size), "getsockname");
  port = ntohs(address.sin_port);
  return fd;
}

static int connected(int type, int number) {
  struct sockaddr_in address = loopback(number);
  int one = 1, fd = must(socket(AF_INET, type, 0), "socket");
  must(connect(fd, (struct sockaddr *)&address, sizeof address), "connect");
  if (type == SOCK_STREAM) setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return fd;
}

static void open_pipe(void) {
  int fds[2];
  must(pipe(fds), "pipe");
  r = fds[0];
  w = fds[1];
  fcntl(r, F_SETFL, O_NONBLOCK);
  fcntl(w, F_SETFL, O_NONBLOCK);
}

static void open_pair(int type) {
  int fds[2];
  must(socketpair(AF_UNIX, type, 0, fds), "socketpair");
  r = fds[0];
  w = fds[1];
}

static void open_unix(void) { open_pair(SOCK_STREAM); }

static void open_dgram(void) { open_pair(SOCK_DGRAM); }

static void open_listener(void) {
  struct linger reset = {1, 0};
  r = bound(SOCK_STREAM);
  must(listen(r, 128), "listen");
  setsockopt(r, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
}

static void open_tcp(void) {
  int one = 1, server = bound(SOCK_STREAM);
  must(listen(server, 1), "listen");
  w = connected(SOCK_STREAM, port);
  r = must(accept(server, NULL, NULL), "accept");
  setsockopt(r, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  close(server);
}

static void open_udp(void) {
  r = bound(SOCK_DGRAM);
  w = connected(SOCK_DGRAM, port);
}

static void one_byte(void) { must(write(w, data, 1), "write"); }

static void open_pipe_ready(void) { open_pipe(), one_byte(); }

static void open_unix_ready(void) { open_unix(), one_byte(); }

static void open_tcp_ready(void) { open_tcp(), one_byte(); }

static void open_pairs(int count) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  for (pairs = 0; pairs < count; pairs++) {
    open_unix();
    readers[pairs] = r;
    writers[pairs] = w;
  }
  must(write(writers[count / 2], data, 1), "write");
}

static void open_10(void) { open_pairs(10); }

static void open_100(void) { open_pairs(100); }

static void open_1000(void) { open_pairs(1000); }

static void open_echo(void) { r = w = connected(SOCK_STREAM, atoi(setting("BENCH_ECHO_PORT"))); }

/* Ten requests in one string: five SETs and five GETs of 32 bytes. */
static void open_redis(int fd) {
  char value[33];
  memset(value, 'v', 32);
  value[32] = 0;
  r = w = fd;
  request_size = 0;
  for (int i = 0; i < 5; i++)
    request_size += sprintf(request + request_size,
                            "*3\r\n$3\r\nSET\r\n$5\r\nbench\r\n$32\r\n%s\r\n"
                            "*2\r\n$3\r\nGET\r\n$5\r\nbench\r\n", value);
  reply_size = 5 * (strlen("+OK\r\n$32\r\n\r\n") + 32);
}

static void open_redis_tcp(void) {
  open_redis(connected(SOCK_STREAM, atoi(setting("BENCH_REDIS_PORT"))));
}

static void open_redis_unix(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int fd = must(socket(AF_UNIX, SOCK_STREAM, 0), "socket");
  strncpy(address.sun_path, setting("BENCH_REDIS_SOCKET"), sizeof address.sun_path - 1);
  must(connect(fd, (struct sockaddr *)&address, sizeof address), "connect");
  open_redis(fd);
}

/* Steps: one iteration of the loop. */

static int ready(int fd, int timeout) {
  struct pollfd one = {fd, POLLIN, 0};
  return must(poll(&one, 1, timeout), "poll");
}

static void await(size_t wanted) {
  for (size_t got = 0; got < wanted;) {
    long n = recv(r, buf, BIG, MSG_DONTWAIT);
    if (n > 0)
      got += n;
    else if (n < 0 && errno == EAGAIN)
      ready(r, -1);
    else
      fail("recv");
  }
}

static void byte_by_file(void) {
  must_be(write(w, data, 1), 1, "write");
  must_be(read(r, buf, 1), 1, "read");
}

static void eagain_by_file(void) { must_be(read(r, buf, 1), -1, "read"); }

static void eagain_by_socket(void) { must_be(recv(r, buf, 1, MSG_DONTWAIT), -1, "recv"); }

static void stream(void) {
  must_be(send(w, data, BIG, MSG_DONTWAIT | MSG_NOSIGNAL), BIG, "send");
  must(recv(r, buf, BIG, MSG_DONTWAIT), "recv");
}

static void dgram(void) {
  must_be(send(w, data, BIG, 0), BIG, "send");
  must_be(recv(r, buf, BIG, 0), BIG, "recv");
}

static void udp(void) {
  struct sockaddr_storage from;
  socklen_t size = sizeof from;
  must_be(send(w, data, 1, 0), 1, "send");
  must_be(recvfrom(r, buf, 16, MSG_DONTWAIT, (struct sockaddr *)&from, &size), 1, "recvfrom");
}

static struct msghdr message(struct iovec *part, char *bytes, size_t size) {
  part->iov_base = bytes;
  part->iov_len = size;
  return (struct msghdr){.msg_iov = part, .msg_iovlen = 1};
}

static void receive_message(void) {
  struct iovec part;
  struct msghdr header = message(&part, buf, 16);
  must_be(send(w, data, 1, 0), 1, "send");
  must_be(recvmsg(r, &header, MSG_DONTWAIT), 1, "recvmsg");
}

static void send_message(void) {
  struct iovec part;
  struct msghdr header = message(&part, data, 1);
  must_be(sendmsg(w, &header, 0), 1, "sendmsg");
  must_be(recv(r, buf, 16, 0), 1, "recv");
}

static void connection(void) {
  int client = connected(SOCK_STREAM, port);
  close(must(accept(r, NULL, NULL), "accept"));
  close(client);
}

static void is_idle(void) { must_be(ready(r, 0), 0, "poll"); }

static void is_ready(void) { must_be(ready(r, 0), 1, "poll"); }

static void select_many(void) {
  static struct pollfd all[MOST_PAIRS];
  for (int i = 0; i < pairs; i++) all[i] = (struct pollfd){readers[i], POLLIN, 0};
  must_be(poll(all, pairs, 0), 1, "poll");
}

static void ping(void) {
  must_be(send(w, data, 1, MSG_DONTWAIT | MSG_NOSIGNAL), 1, "send");
  await(1);
}

static void redis(void) {
  must_be(send(w, request, request_size, MSG_DONTWAIT | MSG_NOSIGNAL), request_size, "send");
  await(reply_size);
}

/* Name, stage, step, and whether to stay on one CPU. */
static const struct row rows[] = {
    {"io_nonblock_noex", open_pipe, byte_by_file},
    {"io_nonblock_noex2", open_pipe, byte_by_file},
    {"io_nonblock_plain", open_pipe, byte_by_file},
    {"eagain_pipe", open_pipe, eagain_by_file},
    {"eagain_unix", open_unix, eagain_by_socket},
    {"eagain_tcp", open_tcp, eagain_by_socket},
    {"stream_16k_unix_buf", open_unix, stream},
    {"stream_16k_unix_nobuf", open_unix, stream},
    {"stream_16k_tcp_buf", open_tcp, stream},
    {"stream_16k_tcp_nobuf", open_tcp, stream},
    {"recv_dgram_buf", open_dgram, dgram},
    {"recv_dgram_nobuf", open_dgram, dgram},
    {"udp_recvfrom_nonblock", open_udp, udp},
    {"recvmsg_nonblock", open_dgram, receive_message},
    {"sendmsg", open_dgram, send_message},
    {"accept_nonblock", open_listener, connection},
    {"sys_pipe", open_pipe, byte_by_file},
    {"sys_unix", open_unix, byte_by_file},
    {"sys_tcp", open_tcp, byte_by_file},
    {"partial_pipe", open_pipe, byte_by_file},
    {"partial_unix", open_unix, byte_by_file},
    {"partial_tcp", open_tcp, byte_by_file},
    {"wait_pipe_idle", open_pipe, is_idle},
    {"wait_pipe_ready", open_pipe_ready, is_ready},
    {"wait_unix_idle", open_unix, is_idle},
    {"wait_unix_ready", open_unix_ready, is_ready},
    {"wait_tcp_idle", open_tcp, is_idle},
    {"wait_tcp_ready", open_tcp_ready, is_ready},
    {"select_pipe_idle", open_pipe, is_idle},
    {"select_pipe_ready", open_pipe_ready, is_ready},
    {"select_unix_idle", open_unix, is_idle},
    {"select_unix_ready", open_unix_ready, is_ready},
    {"select_tcp_idle", open_tcp, is_idle},
    {"select_tcp_ready", open_tcp_ready, is_ready},
    {"select_n_10", open_10, select_many},
    {"select_n_100", open_100, select_many},
    {"select_n_1000", open_1000, select_many},
    {"ping_pong", open_echo, ping, 1},
    {"redis_like_unix", open_redis_unix, redis, 1},
    {"redis_like_tcp", open_redis_tcp, redis, 1},
};
static const int row_count = sizeof rows / sizeof *rows;

int main(int count, char **names) {
  for (int i = 0; count == 1 && i < row_count; i++) puts(rows[i].name);
  for (int n = 1; n < count; n++)
    for (int i = 0; i < row_count; i++)
      if (!strcmp(rows[i].name, names[n])) measure(&rows[i]);
  return 0;
}
