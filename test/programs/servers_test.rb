# frozen_string_literal: true

require_relative "programs"
require_relative "web_server"
require "net/http"

# redis, nginx, socat and netcat, and the clients that people use for them.
class ServersTest < ProgramTest
  include WebServer

  LONG = ("0123456789" * 100_000).freeze

  def test_redis_over_tcp
    need_library("redis")
    exchange_with_redis(port: start_redis)
  end

  def test_redis_over_a_unix_socket
    need_library("redis")
    start_redis
    exchange_with_redis(path: unix_path("redis"))
  end

  def test_redis_publishes
    need_library("redis")
    port = start_redis
    heard = Queue.new
    listening = background { listen(port, heard) }
    assert_equal :subscribed, heard.pop
    redis = Redis.new(host: "127.0.0.1", port: port)
    3.times { |i| redis.publish("news", i.to_s) }
    assert_equal %w[0 1 2], Array.new(3) { heard.pop }
    finished(listening)
    redis.close
  end

  def test_nginx_before_a_ruby_server
    port = start_nginx(port(web_server))
    Net::HTTP.start("127.0.0.1", port) do |http|
      assert_equal LONG, http.get("/static").body
      3.times { assert_equal LONG, http.post("/echo", LONG).body }
      assert_equal "chunk " * 9999, http.get("/chunked?count=9999").body
    end
  end

  def test_excon
    need_library("excon")
    excon = Excon.new("http://127.0.0.1:#{start_nginx}", persistent: true, nonblock: true)
    3.times { assert_equal LONG, excon.get(path: "/static").body }
    excon.reset
    silent = tcp_server
    assert_raises(Excon::Error::Timeout) do
      Excon.get("http://127.0.0.1:#{silent.addr[1]}/", read_timeout: 0.2)
    end
  end

  def test_http_rb
    need_library("http")
    HTTP.persistent("http://127.0.0.1:#{start_nginx}") do |http|
      3.times { assert_equal LONG, http.get("/static").to_s }
    end
  end

  def test_socat_echoes
    program = need_program("socat")
    path = unix_path("echo")
    start(program, "UNIX-LISTEN:#{path},fork", "EXEC:cat")
    socket = connected { UNIXSocket.new(path) }
    writing = background { socket.write(LONG).tap { socket.close_write } }
    assert_equal LONG, socket.read
    assert_equal LONG.bytesize, finished(writing)
  end

  def test_netcat_sends_and_receives
    program = need_program("nc")
    server = tcp_server
    IO.popen([program, "-N", "127.0.0.1", server.addr[1].to_s], "r+") do |client|
      accepted = track(server.accept)
      client.write("hello")
      client.close_write
      assert_equal "hello", accepted.recv(100)
      assert_equal 0, accepted.recv(100).to_s.bytesize
      accepted.write_nonblock("bye")
      accepted.close
      assert_equal "bye", client.read
    end
  end

  private

  def free_port
    closed_port
  end

  def start_redis
    program = need_program("redis-server")
    port = free_port
    start(program, "--port", port.to_s, "--bind", "127.0.0.1", "--save", "", "--dir", directory,
          "--unixsocket", unix_path("redis"))
    connected { TCPSocket.new("127.0.0.1", port) }
    port
  end

  def exchange_with_redis(**options)
    redis = Redis.new(host: "127.0.0.1", **options)
    redis.set("long", LONG)
    assert_equal LONG, redis.get("long")
    counts = redis.pipelined { |pipeline| 1000.times { pipeline.incr("count") } }
    assert_equal (1..1000).to_a, counts
    assert_nil redis.blpop("nothing", timeout: 1)
    assert_raises(Redis::TimeoutError) { Redis.new(host: "127.0.0.1", **silent, timeout: 0.2).ping }
  ensure
    redis&.close
  end

  def silent
    { port: tcp_server.addr[1], reconnect_attempts: 0 }
  end

  def listen(port, heard)
    redis = Redis.new(host: "127.0.0.1", port: port)
    redis.subscribe("news") do |on|
      on.subscribe { heard << :subscribed }
      on.message do |_channel, message|
        heard << message
        redis.unsubscribe if message == "2"
      end
    end
  ensure
    redis&.close
  end

  # nginx with a file, and before another server if there is one.
  def start_nginx(upstream = nil)
    program = need_program("nginx")
    port = free_port
    File.write(File.join(directory, "static"), LONG)
    File.chmod(0o755, directory)
    File.write(File.join(directory, "nginx.conf"), configuration(port, upstream))
    start(program, "-p", directory, "-c", "nginx.conf", "-e", "stderr", "-g", "daemon off;")
    connected { TCPSocket.new("127.0.0.1", port) }
    port
  end

  def configuration(port, upstream)
    proxy = upstream ? "location / { proxy_pass http://127.0.0.1:#{upstream}; }" : ""
    temporary = %w[client_body proxy fastcgi uwsgi scgi].map { |name| "#{name}_temp_path #{name};" }
    <<~CONF
      pid nginx.pid;
      events {}
      http {
        access_log off;
        client_max_body_size 100m;
        #{temporary.join("\n  ")}
        server {
          listen 127.0.0.1:#{port};
          location /static { root #{directory}; }
          #{proxy}
        }
      }
    CONF
  end
end
