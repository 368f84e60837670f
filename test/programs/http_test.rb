# frozen_string_literal: true

require_relative "programs"
require_relative "web_server"
require "net/http"
require "openssl"

# Net::HTTP with WEBrick at the other end.
class HTTPTest < ProgramTest
  include WebServer

  LONG = ("0123456789" * 300_000).freeze

  def test_keep_alive_uses_one_connection
    server = web_server
    session(server) do |http|
      ports = Array.new(20) { http.get("/peer").body }
      assert_equal 1, ports.uniq.size
    end
  end

  def test_a_connection_that_the_server_closed_is_opened_again
    server = web_server
    session(server) do |http|
      first = http.get("/peer", "Connection" => "close").body
      refute_equal first, http.get("/peer").body
    end
  end

  def test_long_bodies_both_ways
    server = web_server
    session(server) do |http|
      2.times { assert_equal LONG, http.post("/echo", LONG).body }
    end
  end

  def test_chunked_bodies
    server = web_server
    session(server) do |http|
      assert_equal "chunk " * 30_000, http.get("/chunked?count=30000").body
      request = Net::HTTP::Post.new("/echo", "Transfer-Encoding" => "chunked")
      request.body_stream = StringIO.new(LONG)
      assert_equal LONG, http.request(request).body
    end
  end

  def test_a_body_in_pieces
    server = web_server
    session(server) do |http|
      pieces = []
      http.request_get("/chunked?count=30000") do |response|
        response.read_body { |piece| pieces << piece }
      end
      assert_equal "chunk " * 30_000, pieces.join
    end
  end

  def test_compressed_bodies
    server = web_server
    session(server) { |http| assert_equal "compressed " * 10_000, http.get("/gzip").body }
  end

  def test_through_a_proxy
    server = web_server
    proxy = web_proxy
    http = Net::HTTP.new("127.0.0.1", port(server), "127.0.0.1", port(proxy))
    http.start { assert_equal LONG, http.post("/echo", LONG).body }
  end

  def test_tls
    session(tls_server, **trust) do |http|
      2.times { assert_equal LONG, http.post("/echo", LONG).body }
      assert_equal "compressed " * 10_000, http.get("/gzip").body
    end
  end

  def test_tls_through_a_proxy
    server = tls_server
    http = Net::HTTP.new("127.0.0.1", port(server), "127.0.0.1", port(web_proxy))
    trust.each { |name, value| http.public_send(:"#{name}=", value) }
    http.start { assert_equal LONG, http.post("/echo", LONG).body }
  end

  def test_the_read_timeout
    { web_server => {}, tls_server => trust }.each do |server, options|
      session(server, read_timeout: 0.2, max_retries: 0, **options) do |http|
        assert_raises(Net::ReadTimeout) { http.get("/never") }
      end
    end
  end

  def test_the_open_timeout_of_a_tls_handshake
    silent = tcp_server
    options = { use_ssl: true, open_timeout: 0.2, ssl_timeout: 0.2 }
    assert_raises(Net::OpenTimeout) do
      Net::HTTP.start("127.0.0.1", silent.addr[1], **options) { flunk "no server answered" }
    end
  end

  def test_many_clients
    server = web_server
    clients = Array.new(8) do |i|
      background do
        session(server) { |http| Array.new(10) { |j| http.post("/echo", "#{i} #{j} " * 999).body } }
      end
    end
    clients.each_with_index do |client, i|
      assert_equal Array.new(10) { |j| "#{i} #{j} " * 999 }, finished(client, 40)
    end
  end

  private

  def session(server, **options, &block)
    Net::HTTP.start("127.0.0.1", port(server), **options, &block)
  end

  def trust
    store = OpenSSL::X509::Store.new.tap { |made| made.add_cert(tls_identity.first) }
    { use_ssl: true, cert_store: store }
  end
end
