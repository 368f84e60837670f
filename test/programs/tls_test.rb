# frozen_string_literal: true

require_relative "programs"
require_relative "web_server"
require "openssl"

# OpenSSL::SSL::SSLSocket over sockets that were peeked at, waited for and read before.
class TLSTest < ProgramTest
  include WebServer

  LONG = ("0123456789" * 100_000).freeze

  def test_a_handshake_after_a_peek
    server = tcp_server
    serving = serve_tls(server) do |raw|
      assert_equal "\x16".b, raw.recv(1, Socket::MSG_PEEK)
      assert_equal "\x16\x03".b, raw.recv_nonblock(2, Socket::MSG_PEEK)
    end
    client = tls_client(TCPSocket.new("127.0.0.1", server.addr[1]))
    client.puts("hello")
    assert_equal "HELLO\n", client.gets
    client.close
    finished(serving)
  end

  def test_a_handshake_after_plain_text
    server = tcp_server
    serving = serve_tls(server) do |raw|
      assert_equal "STARTTLS\r\n", raw.readpartial(100)
      raw.write_nonblock("220 go ahead\r\n")
    end
    raw = TCPSocket.new("127.0.0.1", server.addr[1])
    raw.write("STARTTLS\r\n")
    assert_same :wait_readable, raw.read_nonblock(100, exception: false) unless raw.wait_readable(5)
    assert_equal "220 go ahead\r\n", raw.recv(100)
    client = tls_client(raw)
    client.puts("hello")
    assert_equal "HELLO\n", client.gets
    client.close
    finished(serving)
  end

  def test_over_sockets_of_socket_tcp
    server = tcp_server
    serving = serve_tls(server) { |raw| assert raw.wait_readable(5) }
    raw = Socket.tcp("127.0.0.1", server.addr[1])
    raw.setsockopt(:TCP, :NODELAY, 1)
    client = tls_client(raw)
    client.puts("hello")
    assert_equal "HELLO\n", client.gets
    client.close
    finished(serving)
  end

  def test_reads_that_do_not_wait_at_both_layers
    server = tcp_server
    serving = serve_tls(server)
    raw = TCPSocket.new("127.0.0.1", server.addr[1])
    assert_same :wait_readable, raw.read_nonblock(10, exception: false)
    client = tls_client(raw)
    assert_same :wait_readable, client.read_nonblock(10, exception: false)
    assert_raises(IO::WaitReadable) { client.read_nonblock(10) }
    client.write_nonblock("hello\n")
    buffer = +""
    deadline = now + 10
    while (got = client.read_nonblock(10, buffer, exception: false)) == :wait_readable
      assert raw.wait_readable([deadline - now, 0].max), "no answer"
    end
    assert_equal "HELLO\n", got
    client.close
    finished(serving)
  end

  def test_a_handshake_that_does_not_wait
    server = tcp_server
    serving = serve_tls(server)
    raw = TCPSocket.new("127.0.0.1", server.addr[1])
    client = track(OpenSSL::SSL::SSLSocket.new(raw, trusting))
    client.sync_close = true
    begin
      client.connect_nonblock
    rescue IO::WaitReadable
      await(raw)
      retry
    rescue IO::WaitWritable
      raw.wait_writable(5)
      retry
    end
    client.puts("hello")
    assert_equal "HELLO\n", client.gets
    client.close
    finished(serving)
  end

  def test_long_data
    server = tcp_server
    serving = serve_tls(server)
    client = tls_client(TCPSocket.new("127.0.0.1", server.addr[1]))
    writing = background { client.puts("a" * 1_000_000) }
    assert_equal "#{"A" * 1_000_000}\n", client.gets
    finished(writing)
    client.close
    finished(serving)
  end

  def test_the_openssl_program
    program = need_program("openssl")
    server = tcp_server
    serving = serve_tls(server) { |raw| raw.recv(1, Socket::MSG_PEEK) }
    command = [program, "s_client", "-quiet", "-connect", "127.0.0.1:#{server.addr[1]}"]
    IO.popen([*command, { err: File::NULL }], "r+") do |client|
      client.puts("hello")
      assert_equal "HELLO\n", client.gets
      Process.kill(:TERM, client.pid)
    end
    finished(serving)
  end

  private

  # Answers lines in capitals, after the block did what it does with the plain socket.
  def serve_tls(server)
    context = OpenSSL::SSL::SSLContext.new
    context.cert, context.key = tls_identity
    background do
      raw = track(server.accept)
      yield raw if block_given?
      tls = track(OpenSSL::SSL::SSLSocket.new(raw, context))
      tls.accept
      while (line = tls.gets)
        tls.write(line.upcase)
      end
      tls.close
    end
  end

  def tls_client(raw)
    client = track(OpenSSL::SSL::SSLSocket.new(raw, trusting))
    client.sync_close = true
    client.connect
    client
  end

  def trusting
    context = OpenSSL::SSL::SSLContext.new
    context.verify_mode = OpenSSL::SSL::VERIFY_PEER
    context.cert_store = OpenSSL::X509::Store.new.tap { |store| store.add_cert(tls_identity.first) }
    context
  end
end
