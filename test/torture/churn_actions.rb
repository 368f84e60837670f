# frozen_string_literal: true

module Torture
  # What one thread does to links that others use at the same time.
  class ChurnActions
    READS = %i[read_nonblock readpartial sysread getc wait_readable].freeze
    SOCKET_READS = %i[recv recv_nonblock recvmsg recvmsg_nonblock].freeze
    WRITES = %i[write_nonblock syswrite write wait_writable].freeze
    SOCKET_WRITES = %i[send sendmsg sendmsg_nonblock].freeze
    WAITING = %i[readpartial sysread getc recv recvmsg syswrite write send sendmsg].freeze
    WRITABLE = %i[pipe pipe_dup].freeze
    LONGEST = 40_000

    # What a stream that others close, reset or shut down may answer, or whose channel the JDK has
    # closed (EBADF).
    EXPECTED = [
      IOError, Timeout::Error, IO::WaitReadable, IO::WaitWritable, Errno::EBADF, Errno::EPIPE,
      Errno::ECONNRESET, Errno::ENOTCONN, Errno::ECONNREFUSED, Errno::EIO, Errno::EMSGSIZE,
      Errno::ENOBUFS, Errno::EDESTADDRREQ, Errno::ESHUTDOWN
    ].freeze

    # A worker with time limits is not interrupted otherwise: Timeout itself, which is Ruby code,
    # does not stand that.
    def initialize(churn, random, limits:)
      @churn = churn
      @limits = limits
      @random = random
    end

    # The call that came last, for complaints.
    def last = "#{@call} on #{@kind}"

    def step
      case @random.rand(100)
      when 0..44 then read
      when 45..89 then write
      when 90..96 then select
      else disturb
      end
    rescue Churn::Stop, *EXPECTED
      nil
    rescue StandardError => e
      @churn.surprise("#{@kind}: #{Churn.text(e)}")
    end

    private

    def read
      link = self.link
      side = one_way?(link) ? 0 : @random.rand(2)
      call = pick(link, READS, SOCKET_READS)
      got = limited(call) { reading(link.ends[side], call) }
      got = got.first if got.is_a?(Array)
      check(link, side, call, got) if got.is_a?(String)
    end

    def reading(io, call)
      length = @random.rand(1..LONGEST)
      case call
      when :getc then io.getc
      when :wait_readable then io.wait_readable(@random.rand * 0.01)
      when :recv then @random.rand(4).zero? ? io.recv(length, Socket::MSG_PEEK) : io.recv(length)
      when :recvmsg then io.recvmsg(length)
      when :readpartial, :sysread then io.public_send(call, length)
      else io.public_send(call, length, exception: false)
      end
    end

    def check(link, side, call, got)
      tag = link.tags[1 - side].chr
      return if got.b.count(tag) == got.bytesize

      @churn.surprise("#{call} on #{link.kind} read what belongs to another stream: " \
                      "#{got.b.bytes.tally} where only #{tag.ord} may be")
    end

    def write
      link = self.link
      side = one_way?(link) ? 1 : @random.rand(2)
      call = pick(link, WRITES, SOCKET_WRITES)
      data = link.tags[side].chr * @random.rand(1..LONGEST)
      limited(call) { writing(link.ends[side], call, data) }
    end

    def writing(io, call, data)
      case call
      when :wait_writable then io.wait_writable(@random.rand * 0.01)
      when :send then io.send(data, 0)
      when :sendmsg, :syswrite, :write then io.public_send(call, data)
      when :sendmsg_nonblock then io.sendmsg_nonblock(data, exception: false)
      else io.write_nonblock(data, exception: false)
      end
    end

    def select
      @call = :select
      ios = Array.new(@random.rand(1..8)) { @churn.link(@random).ends[@random.rand(2)] }
      ready, = IO.select(ios, ios.rotate(2).first(1), nil, @random.rand * 0.02)
      ready&.each { |io| io.wait_readable(0) }
    end

    def disturb
      link = self.link
      @call = :disturb
      io = link.ends[@random.rand(2)]
      case @random.rand(6)
      when 0 then io.close
      when 1 then link.socket? && io.close_write
      when 2 then link.socket? && io.shutdown(Socket::SHUT_RD)
      when 3 then link.ends.each(&:close)
      else io.flush
      end
    end

    def pick(link, calls, socket_calls)
      calls = socket_calls if link.socket? && @random.rand(2).zero?
      @call = calls[@random.rand(calls.size)]
    end

    def link
      @churn.link(@random).tap { |link| @kind = link.kind }
    end

    def one_way?(link) = WRITABLE.include?(link.kind)

    def limited(call, &block)
      return yield unless @limits && WAITING.include?(call)

      Timeout.timeout(0.002 + (@random.rand * 0.03), &block)
    end
  end
end
