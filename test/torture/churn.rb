# frozen_string_literal: true

# Many threads read, write, wait for, close and reopen the same streams while others kill them,
# raise in them, time them out and send signals. Every byte of a stream is the stream's own tag: a
# byte that went astray shows, also to a stream that has the descriptor of one just closed.
require_relative "support"
require_relative "churn_actions"

module Torture
  # Two streams and what each may read: the tag of the other.
  Link = Struct.new(:kind, :ends, :tags) do
    def socket? = ends.first.is_a?(BasicSocket)
    def closed? = ends.any?(&:closed?)
  end

  class Churn
    class Stop < StandardError; end

    KINDS = %i[pipe pipe_dup tcp tcp_dup unix unix_dup socket_pair udp unix_dgram unix_seqpacket
               pty].freeze
    LINKS = 16
    WORKERS = 14
    # Those that are killed and raised in, those with time limits, those whom only a close ends.
    VICTIMS = 0...6
    LIMITED = 6...10
    UNDISTURBED = 10...WORKERS
    STUCK = 30
    # What close says of buffered bytes nobody reads, and of a channel the JDK closed before.
    CLOSED = [Errno::EPIPE, Errno::EBADF].freeze
    # The library keeps sixteen pairs to wake threads up by.
    KEPT = 32
    NOTICE = "stream closed in another thread"

    def initialize
      @tags = Queue.new
      (1..255).each { |tag| @tags << tag }
      @signals = 0
      @interrupts = 0
      @operations = Array.new(WORKERS, 0)
      @beats = Array.new(WORKERS, Torture.now)
      @surprises = Hash.new(0)
    end

    def run
      warm_up
      before = Holdings.now
      @deadline = Torture.now + SECONDS
      @links = Array.new(LINKS) { |i| open(Torture.random(i)) }
      churn
      Torture.wait_until("the threads ended") { Thread.list.size <= before.threads }
      wait_for_descriptors(before)
      after = Holdings.now
      Torture.report("#{@operations.sum} operations, #{@opened} links, #{@interrupts} " \
                     "interrupts, #{@signals} signals; before: #{before}, after: #{after}")
      @surprises.each { |text, count| Torture.complain("#{count} times #{text}") }
    end

    def self.text(error)
      "#{error.class}: #{error.message}\n#{Array(error.backtrace).first(12).join("\n")}"
    end

    def over? = Torture.now > @deadline

    def link(random) = @links[random.rand(LINKS)]

    def surprise(text) = @surprises[text] += 1

    private

    def warm_up
      @opened = 0
      KINDS.each { |kind| Builder.open(kind).each(&:close) }
      Timeout.timeout(5) { Thread.pass }
      previous = trap("USR2") { @signals += 1 }
      Process.kill("USR2", Process.pid)
      Torture.wait_until("the signal came") { @signals.positive? }
      previous
    end

    def wait_for_descriptors(before)
      held = nil
      closed = Torture.wait_until("the descriptors are closed") do
        held = Holdings.new(Holdings.open)
        held.descriptors <= before.descriptors + KEPT && held.selectors <= 2 * WORKERS
      end
      Torture.report("open: #{held.more_than(before)}") unless closed
    end

    def open(random)
      @opened += 1
      kind = KINDS[random.rand(KINDS.size)]
      Link.new(kind, Builder.open(kind), [@tags.pop, @tags.pop])
    end

    # The tags go to the end of the queue, so that they are not used again soon.
    def close(link)
      link.ends.each(&:close)
      link.tags.each { |tag| @tags << tag }
    rescue SystemCallError, IOError => e
      surprise("closing #{link.kind}: #{e.class} #{e.message}") unless CLOSED.include?(e.class)
    end

    def churn
      workers = Array.new(WORKERS) { |i| worker(i) }
      helpers = [maintainer(1), maintainer(2), assassin(workers), signaller]
      until over?
        workers.each_index { |i| workers[i] = revived(workers[i], i) }
        helpers.each { |thread| thread.join(0.05) }
      end
      helpers.each { |thread| reap(thread) }
      @links.each { |link| close(link) }
      workers.each_with_index { |thread, number| reap(thread, number) }
    end

    def worker(number)
      quiet do
        random = Torture.random(number + (1000 * @operations[number]))
        actions = ChurnActions.new(self, random, limits: LIMITED.cover?(number))
        until over?
          @beats[number] = Torture.now
          actions.step
          check_notices(actions) if UNDISTURBED.cover?(number)
          @operations[number] += 1
        end
      end
    end

    # What a close raises in a thread that waits ends with the call that waited.
    def check_notices(actions)
      surprise("an exception outlived #{actions.last}") if Thread.current.pending_interrupt?
    end

    def revived(thread, number)
      if thread.alive?
        stuck(thread) if Torture.now - @beats[number] > STUCK
        return thread
      end
      reap(thread, number)
      over? ? thread : worker(number)
    end

    def stuck(thread)
      Torture.complain("a thread is stuck:\n#{Array(thread.backtrace).join("\n")}")
      Torture.finish
    end

    def reap(thread, number = nil)
      thread.join(STUCK) || stuck(thread)
    rescue Exception => e # rubocop:disable Lint/RescueException
      surprise("a thread died of #{Churn.text(e)}") unless late?(e, number)
    end

    # Ruby raises one interrupt at a time, in order: of one that comes with a close, either may be
    # late.
    def late?(error, number)
      return false if number.nil? || UNDISTURBED.cover?(number)

      case error
      when Stop, Timeout::ExitException then true
      else error.instance_of?(IOError) && error.message == NOTICE
      end
    end

    # Reopens links that were closed, and now and then others: their descriptors are used again
    # at once.
    def maintainer(number)
      quiet do
        random = Torture.random(100 + number)
        until over?
          (number - 1).step(LINKS - 1, 2) do |at|
            replace(at, random) if @links[at].closed? || random.rand(20).zero?
          end
          Thread.pass
        end
      end
    end

    def replace(at, random)
      old = @links[at]
      reset(old) if random.rand(4).zero?
      close(old)
      @links[at] = open(random)
    end

    def reset(link)
      link.ends.each { |io| io.setsockopt(:SOCKET, :LINGER, [1, 0].pack("ii")) } if link.socket?
    rescue SystemCallError, IOError
      nil
    end

    def assassin(workers)
      quiet do
        random = Torture.random(200)
        until over?
          victim = workers[random.rand(VICTIMS)]
          random.rand(3).zero? ? victim.kill : victim.raise(Stop, "stop")
          @interrupts += 1
          sleep(random.rand * 0.02)
        end
      end
    end

    def signaller
      quiet do
        until over?
          Process.kill("USR2", Process.pid)
          sleep(0.02)
        end
      end
    end

    def quiet
      Thread.new do
        Thread.current.report_on_exception = false
        yield
      end
    end
  end
end

Torture::Churn.new.run
Torture.finish
