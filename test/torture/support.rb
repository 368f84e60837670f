# frozen_string_literal: true

require "socket"
require "timeout"
require "tmpdir"
require "fileutils"
require "jruby"
require "nonblock-io"
require_relative "../io_kinds"

# What the programs share: their settings, streams of every kind, what the process holds.
module Torture
  SEED = Integer(ENV.fetch("SEED", "1"))
  SECONDS = Float(ENV.fetch("SECONDS", "20"))
  SCALE = Float(ENV.fetch("SCALE", "1"))

  # Builds streams as the tests do, without a test around them.
  class Builder
    include IOKindTest

    # The streams of a kind; what was only there to make them is closed.
    def self.open(name)
      builder = new
      kind = IOKinds::KINDS.find { |each| each.name == name }
      ios = kind.build(builder)
      ios.each { |io| io.sync = true }
      ios
    ensure
      builder&.finish(ios || [])
    end

    def initialize
      @tracked = []
    end

    def finish(kept)
      (@tracked - kept).each(&:close)
      FileUtils.remove_entry(@directory) if @directory
    end

    private

    def track(*ios)
      ios.flatten!
      @tracked.concat(ios)
      ios.one? ? ios.first : ios
    end

    def directory = @directory ||= Dir.mktmpdir("torture")
    def background(&block) = Thread.new(&block)
    def finished(thread) = thread.value
    def skip(reason) = raise(NotImplementedError, reason)
  end

  SELECTOR = /\Aanon_inode:\[(eventpoll|eventfd)\]/

  # What the process holds, to be equal before and after.
  Holdings = Struct.new(:targets, :threads, :kibibytes) do
    def self.now
      5.times { JRuby.gc }
      status = File.read("/proc/self/status")
      new(open, Thread.list.size, status[/RssAnon:\s+(\d+)/, 1].to_i)
    end

    # What each descriptor is, by its number; the one that lists them has gone already.
    def self.open
      Dir.children("/proc/self/fd").to_h do |number|
        [number, File.readlink("/proc/self/fd/#{number}")]
      rescue Errno::ENOENT
        [number, "itself"]
      end
    end

    def descriptors = targets.size - selectors

    # JRuby's TCPSocket.new waits in a JDK selector, and keeps as many as waited at once. The
    # library opens none.
    def selectors = targets.each_value.grep(SELECTOR).size

    # For complaints: what is open that was not before, sockets as the kernel lists them.
    def more_than(before)
      (targets.to_a - before.targets.to_a).map do |number, target|
        inode = target[/\Asocket:\[(\d+)\]/, 1]
        tables = inode ? Dir["/proc/self/net/{unix,tcp,tcp6,udp,udp6}"] : []
        lines = tables.flat_map { |table| File.readlines(table).grep(/ #{inode}\b/) }
        "#{number} #{target} #{lines.join.strip}"
      end
    end

    def to_s
      "#{descriptors} descriptors, #{threads} threads, #{kibibytes / 1024} MiB"
    end
  end

  module_function

  def random(number) = Random.new((SEED * 1000) + number)

  def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

  def report(text)
    puts "  #{text}"
    $stdout.flush
  end

  def complain(text)
    report("FAILED: #{text}")
    @failed = true
  end

  def expect(condition, text)
    complain(text) unless condition
  end

  def wait_until(what, seconds = 30)
    deadline = now + seconds
    until yield
      if now > deadline
        complain("waited #{seconds} s until #{what}")
        return false
      end
      Thread.pass
    end
    true
  end

  def finish
    $stdout.flush
    exit!(@failed ? 1 : 0)
  end
end
