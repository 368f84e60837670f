# frozen_string_literal: true

# Sockets for the tests: bound to loopback, closed after the test.
module SocketHelpers
  HOSTS = { inet: "127.0.0.1", inet6: "::1" }.freeze

  module Macros
    # One test over IPv4 and one over IPv6; the block gets the family and the loopback address.
    def test_over_ip(name, &block)
      HOSTS.each do |family, host|
        define_method(:"test_#{name}_over_#{family}") do
          need_host(host)
          instance_exec(family.upcase, host, &block)
        end
      end
    end
  end

  def self.included(test_class)
    test_class.extend(Macros)
  end

  def need_host(host)
    Addrinfo.udp(host, 0).bind(&:itself)
  rescue SystemCallError, SocketError
    skip "no #{host} here"
  end

  def linux_only(reason = "only Linux has this")
    skip reason unless RbConfig::CONFIG["host_os"].include?("linux")
  end

  def bound_udp(host = "127.0.0.1")
    family = host.include?(":") ? Socket::AF_INET6 : Socket::AF_INET
    track(UDPSocket.new(family)).tap { |socket| socket.bind(host, 0) }
  end

  # A receiver and a sender that is connected to it.
  def udp_sockets(host = "127.0.0.1")
    receiver = bound_udp(host)
    sender = bound_udp(host)
    sender.connect(host, receiver.addr[1])
    [receiver, sender]
  end

  def bound_socket(host = "127.0.0.1", type = :DGRAM)
    track(Addrinfo.new([family_name(host), 0, nil, host], nil, type).bind)
  end

  def family_name(host)
    host.include?(":") ? "AF_INET6" : "AF_INET"
  end

  def tcp_server(host = "127.0.0.1")
    track(TCPServer.new(host, 0))
  end

  # The server's end and the client's end of a connection.
  def tcp_sockets(host = "127.0.0.1")
    server = tcp_server(host)
    client = track(TCPSocket.new(host, server.addr[1]))
    [track(server.accept), client]
  end

  def unix_sockets(type = :STREAM)
    track(*UNIXSocket.pair(type))
  end

  def unix_path(name = "socket")
    File.join(directory, name)
  end

  # A datagram socket with a name.
  def named_dgram(name)
    track(Socket.new(:UNIX, :DGRAM)).tap do |socket|
      socket.bind(Addrinfo.unix(unix_path(name), :DGRAM))
    end
  end

  # A loopback port that nothing listens on.
  def closed_port(host = "127.0.0.1")
    server = TCPServer.new(host, 0)
    server.addr[1]
  ensure
    server&.close
  end

  # A TCP connection whose other end was reset.
  def reset_connection
    ours, theirs = tcp_sockets
    theirs.setsockopt(:SOCKET, :LINGER, [1, 0].pack("ii"))
    theirs.close
    await(ours)
  end
end
