# frozen_string_literal: true

require_relative "test_helper"
require_relative "child_process"

# Long data passes in parts: what a call copies depends on what the stream takes, not on what is
# left. A JVM with little memory outside of its heap shows it.
class LongDataTest < NonblockTest
  include ChildProcess

  SCRIPT = <<~RUBY
    require "nonblock-io"
    require "tempfile"
    # JRuby 9.4 reads pipes and TCP sockets by itself, all at once.
    def in_parts(reader, size)
      data = +""
      data << reader.readpartial(1 << 20) until data.bytesize == size
      data.b
    end
    size = 48 << 20
    data = Random.new(1).bytes(1 << 20) * 48
    server = TCPServer.new("127.0.0.1", 0)
    pairs = {
      pipe: IO.pipe, unix: UNIXSocket.pair,
      tcp: [TCPSocket.new("127.0.0.1", server.addr[1]), server.accept]
    }
    pairs.each do |name, (reader, writer)|
      writer.sync = true
      first = writer.write_nonblock(data)
      reading = Thread.new { name == :unix ? reader.read(size) : in_parts(reader, size) }
      left = data.byteslice(first..)
      left = left.byteslice(writer.syswrite(left)..)
      written = writer.write(left)
      p [name, written == left.bytesize, reading.value == data]
    end
    Tempfile.create do |file|
      file.binmode
      p [:file, file.syswrite(data) == size, File.binread(file) == data]
    end
  RUBY

  def test_passes_in_parts
    native_only
    jruby_only
    out, errors, = ruby_output(SCRIPT, "-J-XX:MaxDirectMemorySize=12m")
    assert_equal <<~LINES, out, errors
      [:pipe, true, true]
      [:unix, true, true]
      [:tcp, true, true]
      [:file, true, true]
    LINES
  end

  def test_a_long_message_is_whole
    native_only
    { DGRAM: 100_000, SEQPACKET: 100_000 }.each do |type, size|
      reader, writer = track(UNIXSocket.pair(type))
      data = "ab" * (size / 2)
      [writer.write_nonblock(data), writer.syswrite(data)].each do |written|
        assert_equal size, written
        assert_equal data, reader.recv(2 * size)
      end
    end
  end
end
