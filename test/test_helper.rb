# frozen_string_literal: true

# The plugins found may be those of another minitest, one that this JRuby cannot load.
ENV["MT_NO_PLUGINS"] = "1"
gem "minitest", "~> 5.0"
require "minitest/autorun"
require "rbconfig"
require "socket"
require "timeout"
require "tmpdir"
require "jruby" if RUBY_ENGINE == "jruby"
require "nonblock-io" if RUBY_ENGINE == "jruby" && ENV["NONBLOCK_IO_BACKEND"] != "none"

library =
  if defined?(NonblockIO)
    loaded = $LOADED_FEATURES.find { |path| path.end_with?("nonblock-io.rb") }
    "nonblock-io #{NonblockIO::VERSION} (#{loaded}), backend #{NonblockIO.backend}"
  else
    "#{RUBY_ENGINE}'s own methods"
  end
puts "Testing #{library}", RUBY_DESCRIPTION

require_relative "watchdog"
require_relative "io_kinds"

class NonblockTest < Minitest::Test
  WATCHDOG = Watchdog.new
  END_OF_STREAM = RUBY_VERSION < "3.3" ? "" : nil
  NATIVE_REASON = "JRuby's own methods cannot do this; it needs a native backend"

  class << self
    attr_reader :native_reason

    # Skips every test of the class unless a native backend runs.
    def native_only(reason = NATIVE_REASON)
      @native_reason = reason
    end

    def native?
      !defined?(NonblockIO) || %i[ffm jnr].include?(NonblockIO.backend)
    end

    def inherited(subclass)
      super
      subclass.native_only(native_reason) if native_reason
    end
  end

  def run
    WATCHDOG.guard("#{self.class}##{name}") { super }
  end

  def before_setup
    super
    @tracked = []
    @threads = []
    @directory = nil
    native_only(self.class.native_reason) if self.class.native_reason
  end

  def after_teardown
    @threads.each(&:kill)
    wait_until("the threads ended") { @threads.none?(&:alive?) }
    @tracked.each { |io| close_quietly(io) }
    FileUtils.remove_entry(@directory) if @directory
    super
  end

  # Skips the running test unless a native backend runs.
  def native_only(reason = NATIVE_REASON)
    skip reason unless self.class.native?
  end

  def jruby_only
    skip "JRuby only" unless jruby?
  end

  def jruby?
    RUBY_ENGINE == "jruby"
  end

  def track(*ios)
    ios.flatten!
    @tracked.concat(ios)
    ios.one? ? ios.first : ios
  end

  def directory
    @directory ||= Dir.mktmpdir("nonblock-io")
  end

  def background
    thread = Thread.new do
      Thread.current.report_on_exception = false
      yield
    end
    @threads << thread
    thread
  end

  # A thread that calls the block and has come to rest in it, or ended already.
  def waiting(&block)
    thread = background(&block)
    wait_until("the thread waits") { thread.status == "sleep" || !thread.alive? }
    thread
  end

  # The thread's value, or a failure that shows where it hangs.
  def finished(thread, seconds = 10)
    return thread.value if thread.join(seconds)

    flunk "thread still runs:\n  #{Array(thread.backtrace).join("\n  ")}"
  end

  def wait_until(what = "the condition holds", seconds: 10)
    deadline = now + seconds
    until yield
      flunk "waited #{seconds} s until #{what}" if now > deadline
      Thread.pass
    end
  end

  def await(io, seconds = 10)
    assert IO.select([io], nil, nil, seconds), "nothing to read within #{seconds} s"
    io
  end

  def assert_raises_with(error, message, &block)
    raised = assert_raises(error, &block)
    assert_instance_of error, raised
    case message
    when Regexp then assert_match message, raised.message
    else assert_equal message, raised.message
    end
    raised
  end

  # What MRI prints for the errno on this platform, with the detail behind it.
  def assert_errno(error, detail = nil, &block)
    assert_raises_with(error, (detail ? error.new(detail) : error.new).message, &block)
  end

  def assert_binary(expected, actual)
    assert_equal expected.b, actual
    assert_equal Encoding::BINARY, actual.encoding
  end

  # assert_equal that takes nil too.
  def assert_value(expected, actual)
    expected.nil? ? assert_nil(actual) : assert_equal(expected, actual)
  end

  private

  def now
    Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end

  def close_quietly(io)
    io.close unless io.closed?
  rescue SystemCallError, IOError
    nil
  end
end
