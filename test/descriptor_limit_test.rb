# frozen_string_literal: true

require_relative "test_helper"
require_relative "child_process"

# What a process does that may open no more descriptors: calls that need one say so, the others
# go on, and afterwards as many are open as before. The words are MRI's.
class DescriptorLimitTest < NonblockTest
  include ChildProcess

  native_only

  E = "Errno::EMFILE: #{Errno::EMFILE.new.message} -"

  SETTING = <<~'RUBY'
    require "nonblock-io" if RUBY_ENGINE == "jruby"
    require "socket"
    $stdout.sync = true
    def try
      puts yield.inspect
    rescue SystemCallError => e
      puts "#{e.class}: #{e.message.gsub(/port \d+/, "port N").sub(PATH, "PATH")}"
    rescue Exception => e
      puts "#{e.class}: #{e.message}"
    end

    PATH = ARGV.first
    tcp = TCPServer.new("127.0.0.1", 0)
    port = tcp.addr[1]
    unix = UNIXServer.new(PATH)
    any = Addrinfo.tcp("127.0.0.1", 0).listen
    clients = Array.new(3) { any.local_address.connect } + [TCPSocket.new("127.0.0.1", port)]
    clients << UNIXSocket.new(PATH)
    receiver = Addrinfo.udp("127.0.0.1", 0).bind
    udp = UDPSocket.new
    udp.bind("127.0.0.1", 0)
    sender = UDPSocket.new
    destinations = [receiver.local_address, udp.local_address]
    left, right = UNIXSocket.pair
    left.sendmsg("a", 0, nil, Socket::AncillaryData.unix_rights($stdin))
    open = -> { Dir.exist?("/proc/self/fd") ? Dir.children("/proc/self/fd").size : 0 }
    before = open.call
    kept = []
    begin
      loop { kept << File.open(File::NULL) }
    rescue Errno::EMFILE
      kept.freeze
    end
  RUBY

  AFTERWARDS = <<~'RUBY'
    kept.each(&:close)
    puts "#{open.call - before} more are open"
  RUBY

  def test_calls_that_open
    assert_output SETTING + <<~'RUBY' + AFTERWARDS, <<~TEXT
      try { Socket.new(:INET, :STREAM) }
      try { UDPSocket.new }
      try { UDPSocket.new(Socket::AF_INET6) }
      try { TCPSocket.new("127.0.0.1", port) }
      try { TCPServer.new("127.0.0.1", 0) }
      try { UNIXSocket.new(PATH) }
      try { UNIXServer.new(PATH + "2") }
      try { UNIXSocket.pair }
      try { Socket.pair(:UNIX, :DGRAM) }
      [tcp, unix, any].each do |server|
        try { server.accept }
        try { server.accept_nonblock }
        try { server.accept_nonblock(exception: false) }
        try { server.sysaccept }
      end
    RUBY
      #{E} socket(2)
      #{E} socket(2) - udp
      #{E} socket(2) - udp
      #{E} socket(2) for "127.0.0.1" port N
      #{E} socket(2) for "127.0.0.1" port N
      #{E} socket(2) for PATH
      #{E} socket(2) for PATH2
      #{E} socketpair(2)
      #{E} socketpair(2)
      #{"#{E} accept(2)\n" * 12}
    TEXT
  end

  def test_copies
    assert_output SETTING + <<~'RUBY' + AFTERWARDS, <<~TEXT
      [tcp, unix, any, udp, left, *clients].product(%i[dup clone]) do |socket, name|
        try { socket.public_send(name) }
      end
      try { Socket.getifaddrs }
      try { Socket.ip_address_list }
    RUBY
      #{"Errno::EMFILE: #{Errno::EMFILE.new.message}\n" * 20}
      #{"#{E} getifaddrs\n" * 2}
    TEXT
  end

  def test_addresses_need_none
    assert_output SETTING + <<~'RUBY' + AFTERWARDS, <<~TEXT
      try { [Addrinfo.tcp("127.0.0.1", 80), Addrinfo.udp("::1", 80), Addrinfo.ip("127.0.0.1")] }
      try { [Addrinfo.unix("/a"), Addrinfo.new(Socket.sockaddr_in(80, "127.0.0.1"))] }
      try { Addrinfo.tcp("127.0.0.1", 80).getnameinfo(3) }
      try { Addrinfo.tcp("127.0.0.1", 80).connect }
    RUBY
      [#<Addrinfo: 127.0.0.1:80 TCP>, #<Addrinfo: [::1]:80 UDP>, #<Addrinfo: 127.0.0.1>]
      [#<Addrinfo: /a SOCK_STREAM>, #<Addrinfo: 127.0.0.1:80>]
      ["127.0.0.1", "80"]
      #{E} socket(2)
    TEXT
  end

  def test_messages_arrive
    assert_output SETTING + <<~'RUBY' + AFTERWARDS, <<~TEXT
      %i[recvmsg recvmsg_nonblock recvfrom recvfrom_nonblock].product(destinations) do |name, to|
        next if to == destinations.last && name.start_with?("recvfrom")

        sender.send("hello", 0, to)
        socket = to == destinations.last ? udp : receiver
        socket.wait_readable(10)
        try { socket.public_send(name, 5).then { |data, from| [data, from.ip?] } }
      end
      try { receiver.local_address.ip_address }
      try { right.recvmsg(scm_rights: true).values_at(0, 3) }
    RUBY
      #{"[\"hello\", true]\n" * 6}"127.0.0.1"
      ["a", nil]
    TEXT
  end

  def test_the_last_descriptor_is_used
    assert_output SETTING + <<~'RUBY' + AFTERWARDS, <<~TEXT
      kept.last.close
      try { UNIXSocket.pair }
      connect = ->(name) { any.public_send(name).tap { |socket, _| socket.close }.map(&:class) }
      2.times { try { connect.call(:accept) } }
      try { connect.call(:accept_nonblock) }
      try { UDPSocket.new.close }
    RUBY
      #{E} socketpair(2)
      #{"[Socket, Addrinfo]\n" * 3}nil
    TEXT
  end

  private

  def assert_output(script, expected)
    command = [RbConfig.ruby, *FAST_START, "-I#{LIBRARY}", "-e", script, unix_path]
    limited = ["/bin/sh", "-c", 'ulimit -n 256; exec "$0" "$@"', *command]
    out, errors, = Child.new(limited, {}).finish
    assert_equal "#{expected.squeeze("\n")}0 more are open\n", out, errors
  end

  def unix_path
    File.join(directory, "socket")
  end
end
