# frozen_string_literal: true

require_relative "programs"

# A server hands its listening socket over to a new process and loses no connection.
class ListenerPassingTest < ProgramTest
  CHILD = <<~'RUBY'
    require "socket"
    require "nonblock-io" if RUBY_ENGINE == "jruby"
    server = UNIXSocket.open(ARGV[0]) { |control| control.recv_io(TCPServer) }
    puts "serving"
    $stdout.flush
    3.times do
      client = server.accept
      client.write("child #{client.readpartial(100)}")
      client.close
    end
  RUBY

  def test_to_a_ruby_of_the_same_kind
    pass_to(RbConfig.ruby)
  end

  def test_to_mri
    pass_to(need_program("ruby"))
  end

  private

  def pass_to(ruby)
    server = tcp_server
    early = track(TCPSocket.new("127.0.0.1", server.addr[1]))
    early.write("early")
    control = track(UNIXServer.new(unix_path))
    options = ruby == RbConfig.ruby ? ["--dev"] : []
    options = [] unless jruby?
    command = [ruby, *options, "-I#{LIBRARY}", "-e", CHILD, unix_path]
    IO.popen(command) do |child|
      handing = track(control.accept)
      handing.send_io(server)
      assert_equal "serving\n", child.gets
      port = server.addr[1]
      server.close
      late = Array.new(2) { |i| TCPSocket.new("127.0.0.1", port).tap { |io| io.write(i.to_s) } }
      assert_equal ["child early", "child 0", "child 1"], [early, *track(late)].map(&:read)
    end
  end
end
