# frozen_string_literal: true

module Bench
  # The streams a loop works on: each method returns its parts by name. `r` is read from, `w` is
  # written to, `buf` is the caller's buffer, `data` what is sent.
  module Stage
    module_function

    # The name of a stage, then its arguments: "pipe", "unix 16384", "select_n 100".
    def open(description)
      name, *arguments = description.split
      parts = public_send(name, *arguments.map { |argument| Integer(argument) })
      yield parts
    ensure
      parts&.values&.flatten&.each { |part| part.close if part.respond_to?(:close) }
    end

    def pipe(size = 1)
      require "io/wait"
      require "io/nonblock"
      r, w = IO.pipe
      with_data(r, w, size)
    end

    def unix(size = 1)
      require "socket"
      require "io/wait"
      with_data(*UNIXSocket.pair, size)
    end

    def tcp(size = 1)
      require "socket"
      require "io/wait"
      server = TCPServer.new("127.0.0.1", 0)
      w = connect(server.addr[1])
      r = server.accept
      with_data(no_delay(r), w, size).merge(server: server)
    end

    def dgram(size)
      require "socket"
      with_data(*UNIXSocket.pair(:DGRAM), size)
    end

    def udp(size = 1)
      require "socket"
      r = UDPSocket.new
      w = UDPSocket.new
      r.bind("127.0.0.1", 0)
      w.connect("127.0.0.1", r.addr[1])
      with_data(r, w, size)
    end

    # The listener's linger is inherited: an accepted socket closes with a reset and leaves no port
    # in TIME_WAIT.
    def listener
      require "socket"
      require "io/wait"
      server = TCPServer.new("127.0.0.1", 0)
      server.setsockopt(Socket::Option.linger(true, 0))
      { server: server, port: server.addr[1] }
    end

    def pipe_ready = ready(pipe)

    def unix_ready = ready(unix)

    def tcp_ready = ready(tcp)

    def select_n(count)
      require "socket"
      raise_file_limit
      readers, writers = Array.new(count) { UNIXSocket.pair }.transpose
      writers[count / 2].syswrite("x")
      { ios: readers, writers: writers }
    end

    def echo
      require "socket"
      require "io/wait"
      io = connect(Integer(ENV.fetch("BENCH_ECHO_PORT")))
      with_data(io, io, 1)
    end

    def redis_tcp
      require "socket"
      require "io/wait"
      redis(connect(Integer(ENV.fetch("BENCH_REDIS_PORT"))))
    end

    def redis_unix
      require "socket"
      require "io/wait"
      redis(UNIXSocket.new(ENV.fetch("BENCH_REDIS_SOCKET")))
    end

    def connect(port) = no_delay(TCPSocket.new("127.0.0.1", port))

    def no_delay(io)
      io.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
      io
    end

    def with_data(r, w, size)
      buf = String.new(capacity: [size, 16].max)
      { r: r, w: w, data: ("x" * size).freeze, buf: buf, size: size }
    end

    def ready(parts)
      parts[:w].syswrite("x")
      raise WrongResult, "nothing to read" unless parts[:r].wait_readable(5)

      parts
    end

    # Ten requests in one string: five SETs and five GETs of 32 bytes.
    def redis(io)
      value = "v" * 32
      set = "*3\r\n$3\r\nSET\r\n$5\r\nbench\r\n$32\r\n#{value}\r\n"
      get = "*2\r\n$3\r\nGET\r\n$5\r\nbench\r\n"
      reply = "+OK\r\n$32\r\n#{value}\r\n"
      buf = String.new(capacity: 16_384)
      { r: io, data: ((set + get) * 5).freeze, buf: buf, size: reply.size * 5 }
    end

    # The JVM does this by itself.
    def raise_file_limit
      return if RUBY_ENGINE == "jruby"

      most = Process.getrlimit(:NOFILE)[1]
      Process.setrlimit(:NOFILE, most, most)
    end
  end
end
