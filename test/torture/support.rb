# frozen_string_literal: true

require "socket"
require "timeout"
require "tmpdir"
require "fileutils"
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

  # What the process holds, to be equal before and after.
  Holdings = Struct.new(:descriptors, :threads, :kibibytes) do
    def self.now
      5.times { JRuby.gc }
      status = File.read("/proc/self/status")
      new(Dir.children("/proc/self/fd").size, Thread.list.size,
          status[/RssAnon:\s+(\d+)/, 1].to_i)
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
      return complain("waited #{seconds} s until #{what}") if now > deadline

      Thread.pass
    end
  end

  def finish
    $stdout.flush
    exit!(@failed ? 1 : 0)
  end
end
