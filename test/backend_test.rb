# frozen_string_literal: true

require_relative "test_helper"
require_relative "child_process"

class BackendTest < NonblockTest
  include ChildProcess

  REQUIRE = "require 'nonblock-io';"
  JAVA = RUBY_ENGINE == "jruby" ? ENV_JAVA["java.specification.version"].to_i : 0

  # Prints the backend and whether each kind of call works.
  REPORT = <<~RUBY
    reader, writer = IO.pipe
    sent = writer.write_nonblock("hello")
    one, two = UNIXSocket.pair
    one.write_nonblock("world")
    server = TCPServer.new("127.0.0.1", 0)
    client = TCPSocket.new("127.0.0.1", server.addr[1])
    puts [NonblockIO.backend.inspect, sent, reader.read_nonblock(9), two.recv_nonblock(9),
          client.read_nonblock(1, exception: false).inspect].join(" ")
  RUBY

  EXPECTED = "5 hello world :wait_readable\n"

  def test_a_backend_was_chosen
    jruby_only
    assert_includes %i[ffm jnr jruby], NonblockIO.backend
    assert_match(/\A\d+\.\d+\.\d+/, NonblockIO::VERSION)
  end

  def test_jnr_forced_by_the_environment
    jruby_only
    assert_backend("jnr", ruby_child(REQUIRE + REPORT, NONBLOCK_IO_BACKEND: "jnr"))
  end

  def test_ruby_forced_by_the_environment
    jruby_only
    assert_backend("jruby", ruby_child(REQUIRE + REPORT, NONBLOCK_IO_BACKEND: "jruby"))
  end

  def test_ffm_forced_by_the_property_which_beats_the_environment
    jruby_only
    skip "needs JDK 22 or newer" if JAVA < 22

    property = "-J-Dnonblock.io.backend=ffm"
    assert_backend("ffm", ruby_child(REQUIRE + REPORT, property, NONBLOCK_IO_BACKEND: "jnr"))
  end

  def test_sockets_opened_before_the_library_use_it_and_a_second_require_is_harmless
    jruby_only
    native_only
    script = <<~RUBY
      require "socket"
      one, two = UNIXSocket.pair
      reader, writer = IO.pipe
      one.write("buffered\\nhello")
      two.gets
      first = require "nonblock-io"
      second = require "nonblock-io"
      load $LOADED_FEATURES.grep(/nonblock-io\\.rb\\z/).first
      writer.write_nonblock("pipe")
      seen = [first, second, two.read_nonblock(9), reader.read_nonblock(9)]
      one.write("again")
      puts [*seen, two.recv(2, Socket::MSG_PEEK), two.recv(9)].inspect
    RUBY
    assert_equal [%([true, false, "hello", "pipe", "ag", "again"]\n), "", true], ruby_output(script)
  end

  # JRuby warns of a class that it finds bound while it binds it.
  def test_threads_that_call_first_at_the_same_time
    jruby_only
    native_only
    script = <<~RUBY
      require "nonblock-io"
      sockets = Array.new(16) { UNIXSocket.pair(:DGRAM) }
      go = false
      threads = sockets.map do |near, far|
        Thread.new do
          Thread.pass until go
          near.sendmsg("x")
          far.getsockopt(:SOCKET, :TYPE).int + far.recvmsg_nonblock.first.size
        end
      end
      go = true
      puts threads.sum(&:value)
    RUBY
    assert_equal ["#{16 * 3}\n", "", true], ruby_output(script)
  end

  def test_another_ruby_is_told_that_it_needs_no_such_library
    script = <<~RUBY
      begin
        require "nonblock-io"
      rescue LoadError => error
        puts error.message
      end
    RUBY
    skip "C Ruby is not installed" unless (ruby = c_ruby)

    output, errors, = ruby_output(script, ruby: ruby)
    assert_match(/nonblock-io.*JRuby/, output)
    assert_empty errors
  end

  private

  def assert_backend(backend, child)
    output, errors, = child.finish
    assert_equal ["", ":#{backend} #{EXPECTED}"], [errors, output]
  end
end
