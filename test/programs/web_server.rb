# frozen_string_literal: true

require "zlib"
require "stringio"

# WEBrick on a loopback port for one test, with or without TLS, and as a proxy.
module WebServer
  QUIET = { BindAddress: "127.0.0.1", Port: 0, AccessLog: [] }.freeze

  def web_server(**options)
    need_library("webrick")
    serve(WEBrick::HTTPServer.new(quiet.merge(options))).tap { |server| mount(server) }
  end

  def web_proxy
    need_library("webrick/httpproxy")
    serve(WEBrick::HTTPProxyServer.new(quiet))
  end

  def tls_server
    need_library("webrick/https")
    certificate, key = tls_identity
    web_server(SSLEnable: true, SSLCertificate: certificate, SSLPrivateKey: key)
  end

  # A certificate for 127.0.0.1 that it signed itself, and its key: one pair for all tests.
  def tls_identity
    @@tls_identity ||= begin
      require "openssl"
      key = OpenSSL::PKey::RSA.new(2048)
      [certificate(key).tap { |made| made.sign(key, OpenSSL::Digest.new("SHA256")) }, key]
    end
  end

  # Lets the requests go that were not answered, so that the servers can end.
  def after_teardown
    held.close
    super
  end

  def port(server)
    server.listeners.first.addr[1]
  end

  private

  def held
    @held ||= Queue.new
  end

  def quiet
    QUIET.merge(Logger: WEBrick::Log.new(File::NULL))
  end

  def serve(server)
    (@servers ||= []) << server
    background { server.start }
    wait_until("the server runs") { server.status == :Running }
    server
  end

  def mount(server)
    server.mount_proc("/echo") { |request, response| response.body = request.body }
    server.mount_proc("/peer") { |request, response| response.body = request.peeraddr[1].to_s }
    server.mount_proc("/chunked") do |request, response|
      response.chunked = true
      response.body = StringIO.new("chunk " * Integer(request.query["count"]))
    end
    server.mount_proc("/gzip") do |_request, response|
      response["Content-Encoding"] = "gzip"
      response.body = Zlib.gzip("compressed " * 10_000)
    end
    server.mount_proc("/never") { |_request, _response| held.pop }
  end

  def certificate(key)
    name = OpenSSL::X509::Name.parse("/CN=127.0.0.1")
    OpenSSL::X509::Certificate.new.tap do |made|
      made.version = 2
      made.serial = 1
      made.subject = made.issuer = name
      made.public_key = key.public_key
      made.not_before = Time.now - 3600
      made.not_after = Time.now + 3600
      factory = OpenSSL::X509::ExtensionFactory.new(made, made)
      made.add_extension(factory.create_extension("subjectAltName", "IP:127.0.0.1"))
      made.add_extension(factory.create_extension("basicConstraints", "CA:TRUE", true))
    end
  end
end
