# frozen_string_literal: true

# 200,000 operations on streams of every kind that come and go: the process must not hold more
# after them than before. Memory may settle first.
require_relative "support"

module Torture
  class Balance
    OPERATIONS = 200_000
    WARM_UP = 40_000
    THREADS = 4
    KINDS = %i[pipe pipe_dup fifo tcp tcp_dup unix unix_dup unix_server udp unix_dgram
               unix_seqpacket].freeze
    # The process settles at some time, by up to 140 MiB on a loaded machine; a leak takes as much
    # in every round. Of 84 bytes an operation it takes more than this.
    SLACK_KIB = 16 * 1024
    ROUNDS = 4

    def run
      operate(WARM_UP)
      wait_together
      ROUNDS.times do
        return if round < SLACK_KIB
      end
      Torture.complain("native memory grew by more than #{SLACK_KIB / 1024} MiB in every round")
    end

    private

    # The KiB that 200,000 operations took.
    def round
      before = Holdings.now
      started = Torture.now
      operations = operate(OPERATIONS)
      seconds = Torture.now - started
      after = Holdings.now
      Torture.report("#{operations} operations in #{seconds.round} s; before: #{before}, " \
                     "after: #{after}")
      Torture.expect(after.descriptors == before.descriptors,
                     "descriptors were left open: #{after.more_than(before)}")
      Torture.expect(after.selectors <= 2 * THREADS, "#{after.selectors} selectors are kept")
      Torture.expect(after.threads <= before.threads, "threads were left running")
      after.kibibytes - before.kibibytes
    end

    def operate(operations)
      Array.new(THREADS) do |number|
        Thread.new do
          random = Torture.random(number)
          done = 0
          done += cycle(random) while done < operations / THREADS
          done
        end
      end.sum(&:value)
    end

    # So that as many waiters are kept as ever are.
    def wait_together
      reader, writer = IO.pipe
      threads = Array.new(40) { Thread.new { reader.wait_readable } }
      Torture.wait_until("all wait") { threads.all? { |thread| thread.status == "sleep" } }
      writer.close
      threads.each(&:join)
      reader.close
    end

    # The life of one pair; answers how many operations it was.
    def cycle(random)
      reader, writer = Builder.open(KINDS[random.rand(KINDS.size)])
      moves = Array.new(6) { move(reader, writer, random) }.sum
      moves += messages(reader, writer) if reader.is_a?(BasicSocket)
      moves += interrupted(reader) if random.rand(20).zero?
      moves + 3
    ensure
      [reader, writer].each(&:close)
    end

    def move(reader, writer, random)
      data = "x" * random.rand(1..5000)
      reader.read_nonblock(10, exception: false)
      writer.write_nonblock(data)
      IO.select([reader], [writer], nil, 5)
      reader.wait_readable(5)
      reader.readpartial(5000)
      begin
        reader.read_nonblock(10)
      rescue IO::WaitReadable
        nil
      end
      6
    end

    def messages(reader, writer)
      writer.sendmsg("hello")
      reader.recvmsg_nonblock(10, exception: false)
      writer.send("hello", 0)
      reader.recv(10)
      reader.recv_nonblock(10, exception: false)
      reader.getsockopt(:SOCKET, :TYPE)
      rights(reader, writer) if reader.is_a?(UNIXSocket)
      reader.local_address
      8
    end

    def rights(reader, writer)
      writer.sendmsg("x", 0, nil, Socket::AncillaryData.unix_rights(writer, reader))
      *, controls = reader.recvmsg(10, 0, scm_rights: true)
      controls.unix_rights.each(&:close)
      writer.send_io(reader)
      reader.recv_io.close
    end

    def interrupted(reader)
      thread = Thread.new { reader.readpartial(1) }
      Thread.pass until thread.status == "sleep"
      thread.kill
      thread.join
      1
    end
  end
end

Torture::Balance.new.run
Torture.finish
