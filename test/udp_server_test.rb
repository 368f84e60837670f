# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

class UdpServerTest < NonblockTest
  include SocketHelpers

  native_only

  def test_sockets_of_a_server
    Socket.udp_server_sockets("127.0.0.1", 0) do |sockets|
      assert_equal [Socket], sockets.map(&:class).uniq
      address = sockets.first.local_address
      assert_equal ["127.0.0.1", Socket::SOCK_DGRAM], [address.ip_address, address.socktype]
      refute_equal 0, address.ip_port
    end
  end

  def test_sockets_are_closed_behind_the_block
    sockets = Socket.udp_server_sockets("127.0.0.1", 0, &:itself)
    assert sockets.all?(&:closed?)
  end

  test_over_ip :answers do |_, host|
    Socket.udp_server_sockets(host, 0) do |sockets|
      client = client_of(sockets)
      client.send("question", 0)
      await(sockets.first)
      sources = []
      Socket.udp_server_recv(sockets) do |message, source|
        sources << source
        source.reply("#{message}, answered")
      end
      assert_equal "question, answered", await(client).recv_nonblock(100)
      assert_source(client, sockets.first, sources)
    end
  end

  def test_source_describes_itself
    Socket.udp_server_sockets("127.0.0.1", 0) do |sockets|
      client = client_of(sockets)
      client.send("a", 0)
      await(sockets.first)
      Socket.udp_server_recv(sockets) do |_, source|
        ours = sockets.first.local_address.inspect_sockaddr
        theirs = client.local_address.inspect_sockaddr
        assert_equal "#<Socket::UDPSource: #{theirs} to #{ours}>", source.inspect
      end
    end
  end

  def test_nothing_to_receive
    Socket.udp_server_sockets("127.0.0.1", 0) do |sockets|
      Socket.udp_server_recv(sockets) { flunk "nothing was sent" }
    end
  end

  def test_loop_on_sockets
    Socket.udp_server_sockets("127.0.0.1", 0) do |sockets|
      background { Socket.udp_server_loop_on(sockets) { |message, source| source.reply(message) } }
      client = client_of(sockets)
      %w[one two three].each do |message|
        client.send(message, 0)
        assert_equal message, await(client).recv_nonblock(100)
      end
    end
  end

  def test_loop
    port = free_port
    background do
      Socket.udp_server_loop("127.0.0.1", port) { |message, source| source.reply(message) }
    end
    client = track(UDPSocket.new)
    client.connect("127.0.0.1", port)
    assert_equal "hello", answer_to(client, "hello")
  end

  def test_replies_from_the_address_that_was_asked
    need_host("::1")
    Socket.udp_server_sockets("::", 0) do |sockets|
      port = sockets.first.local_address.ip_port
      client = track(UDPSocket.new(Socket::AF_INET6))
      client.connect("::1", port)
      client.send("question", 0)
      await(sockets.first)
      Socket.udp_server_recv(sockets) do |message, source|
        assert_equal ["::1", port], source.local_address.ip_unpack
        source.reply(message)
      end
      assert_equal "question", await(client).recv_nonblock(100)
    end
  end

  private

  def client_of(sockets)
    address = sockets.first.local_address
    client = bound_udp(address.ip_address)
    client.connect(address.ip_address, address.ip_port)
    client
  end

  def assert_source(client, server, sources)
    assert_equal 1, sources.size
    source = sources.first
    assert_instance_of Socket::UDPSource, source
    assert_equal client.local_address.ip_unpack, source.remote_address.ip_unpack
    assert_equal server.local_address.ip_unpack, source.local_address.ip_unpack
  end

  def free_port
    socket = UDPSocket.new
    socket.bind("127.0.0.1", 0)
    socket.addr[1]
  ensure
    socket.close
  end

  # Asks until the server is up.
  def answer_to(client, message)
    answer = nil
    wait_until("the server answers") do
      client.send(message, 0)
      IO.select([client], nil, nil, 0.1)
      answer = client.recv_nonblock(100, exception: false)
      answer.is_a?(String)
    rescue Errno::ECONNREFUSED
      false
    end
    answer
  end
end
