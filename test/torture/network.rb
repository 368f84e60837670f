# frozen_string_literal: true

# Resets, half-closes, full buffers, zero windows and slow readers, one after the other as long as
# there is time.
require_relative "support"

module Torture
  class Network
    CASES = %i[resets half_closes full_buffers zero_windows slow_readers].freeze

    def run
      random = Torture.random(1)
      deadline = Torture.now + SECONDS
      counts = Hash.new(0)
      until Torture.now > deadline && counts.size == CASES.size
        name = CASES[counts.values.sum % CASES.size]
        Timeout.timeout(60) { send(name, random) }
        counts[name] += 1
      end
      Torture.report(counts.map { |what, count| "#{count} #{what}" }.join(", "))
    end

    private

    def pair(kind = :tcp)
      ios = Builder.open(kind)
      yield(*ios)
    ensure
      ios&.each(&:close)
    end

    # A reset is told as such to whoever reads or writes, and to those who wait.
    def resets(random)
      pair do |near, far|
        near.write("unread")
        far.wait_readable
        calls = [-> { near.readpartial(10) }, -> { near.recv(10) }, -> { near.sysread(10) },
                 -> { loop { near.read_nonblock(10, exception: false) && near.wait_readable } }]
        reading = Thread.new do
          calls[random.rand(calls.size)].call
        rescue SystemCallError => e
          e.class
        end
        far.setsockopt(:SOCKET, :LINGER, [1, 0].pack("ii"))
        far.close
        Torture.expect(reading.value == Errno::ECONNRESET, "a reset was #{reading.value}")
        Torture.expect(broken { near.write_nonblock("x") }, "a write after a reset went well")
      end
    end

    def broken
      yield
      false
    rescue Errno::EPIPE, Errno::ECONNRESET
      true
    end

    # What was sent before the end arrives, and the other direction stays open.
    def half_closes(random)
      pair(%i[tcp unix].sample(random: random)) do |near, far|
        data = random.bytes(random.rand(1..300_000))
        reading = Thread.new { far.read }
        near.write(data)
        random.rand(2).zero? ? near.close_write : near.shutdown(:WR)
        Torture.expect(reading.value == data, "a half-close lost bytes")
        writing = Thread.new { far.write(data).tap { far.close_write } }
        Torture.expect(near.read == data, "the other half lost bytes")
        Torture.expect(writing.value == data.bytesize, "the other half's write was short")
      end
    end

    # A full stream says so, and goes on where it was once there is room.
    def full_buffers(random)
      pair(%i[tcp unix pipe].sample(random: random)) do |reader, writer|
        data = random.bytes(50_000)
        sent = String.new
        while (written = writer.write_nonblock(data, exception: false)).is_a?(Integer)
          sent << data.byteslice(0, written)
        end
        Torture.expect(written == :wait_writable, "a full stream answers #{written}")
        writing = Thread.new { writer.write(data) }
        got = exactly(reader, sent.bytesize + data.bytesize, random, 60_000)
        Torture.expect(writing.value == data.bytesize, "a write was short")
        Torture.expect(got == sent + data, "a full stream lost bytes")
      end
    end

    # The peer's window is shut: a writer waits, can be interrupted, and then goes on.
    def zero_windows(random)
      pair do |reader, writer|
        reader.setsockopt(:SOCKET, :RCVBUF, 4096)
        writer.setsockopt(:SOCKET, :SNDBUF, 8192)
        data = random.bytes(20_000)
        sent = String.new
        while (written = writer.write_nonblock(data, exception: false)).is_a?(Integer) ||
              writer.wait_writable(0.3)
          sent << data.byteslice(0, written) if written.is_a?(Integer)
        end
        waiting = Thread.new { writer.wait_writable }
        Torture.wait_until("the writer waits") { waiting.status == "sleep" }
        waiting.kill
        got = exactly(reader, sent.bytesize, random, 9000)
        Torture.expect(got == sent, "a shut window lost bytes")
        Torture.expect(writer.wait_writable(10), "the window did not open again")
      end
    end

    def slow_readers(random)
      pair(%i[tcp unix pipe pty].sample(random: random)) do |reader, writer|
        data = random.bytes(20_000)
        writing = Thread.new { writer.write(data) }
        got = exactly(reader, data.bytesize, random, 100)
        Torture.expect(got == data, "a slow reader lost bytes")
        Torture.expect(writing.value == data.bytesize, "a slow reader's writer stopped")
      end
    end

    def exactly(reader, bytes, random, longest)
      got = String.new
      while got.bytesize < bytes
        length = [random.rand(1..longest), bytes - got.bytesize].min
        part = reader.read_nonblock(length, exception: false)
        part == :wait_readable ? IO.select([reader], nil, nil, 1) : got << part
      end
      got
    end
  end
end

Torture::Network.new.run
Torture.finish
