# frozen_string_literal: true

require_relative "test_helper"
require_relative "child_process"

# Without a forced backend a program starts on jnr and moves over to FFM under load.
class BackendSwitchTest < NonblockTest
  include ChildProcess

  SCRIPT = <<~RUBY
    require "nonblock-io"
    started = NonblockIO.backend
    a, b = UNIXSocket.pair
    buffer = +""
    deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + 15
    rounds = 0
    until NonblockIO.backend != started && rounds > 5_000
      message = rounds.to_s
      a.write_nonblock(message)
      abort "mixed up at \#{rounds}" unless b.read_nonblock(100, buffer) == message
      abort "not empty at \#{rounds}" unless b.read_nonblock(1, exception: false) == :wait_readable
      rounds += 1
      break if Process.clock_gettime(Process::CLOCK_MONOTONIC) > deadline
    end
    print started, " ", NonblockIO.backend, NonblockIO.info[/: taken over under load/]
  RUBY

  def test_moves_from_jnr_to_ffm_under_load_where_the_jdk_has_it
    jruby_only
    native_only
    ffm = ENV_JAVA["java.specification.version"].to_i >= 22
    expected = ffm ? "jnr ffm: taken over under load" : "jnr jnr"
    assert_equal [expected, "", true], unforced(SCRIPT)
  end

  def test_a_short_script_stays_on_jnr
    jruby_only
    native_only
    assert_equal ["jnr", "", true], unforced("require 'nonblock-io'; print NonblockIO.backend")
  end

  private

  def unforced(script)
    ruby_output(script, NONBLOCK_IO_BACKEND: nil)
  end
end
