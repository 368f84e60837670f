# frozen_string_literal: true

require_relative "test_helper"
require_relative "child_process"

# A child process whose standard input is a pipe: what waits for it can be ended.
class StdinWaitingTest < NonblockTest
  native_only
  include ChildProcess

  LIBRARY_OPTION = RUBY_ENGINE == "jruby" ? ["-rnonblock-io"] : []
  CALLS = %w[
    gets readline getc getbyte read(5) readpartial(5) sysread(5) wait_readable eof? each_line{}
  ].freeze

  CHILD = <<~RUBY
    require "timeout"
    $stdout.sync = true
    calls = #{CALLS.inspect}.map { |code| eval("-> { $stdin.\#{code} }") }
    rest = -> (thread) { Thread.pass until thread.status == "sleep" }
    class Stop < StandardError; end
    ended = calls.map do |call|
      thread = Thread.new(&call)
      rest.(thread)
      thread.kill
      thread.join(5) ? "killed" : "hangs"
    end
    puts ended.tally.inspect
    ended = calls.map do |call|
      Timeout.timeout(0.05, &call)
    rescue Timeout::Error
      "timed out"
    end
    puts ended.tally.inspect
    ended = calls.map do |call|
      thread = Thread.new do
        call.call
      rescue Stop
        "raised"
      end
      rest.(thread)
      thread.raise(Stop)
      thread.join(5) ? thread.value : "hangs"
    end
    puts ended.tally.inspect
    puts "ready"
    puts $stdin.gets.inspect, $stdin.read(3).inspect, IO.select([$stdin], nil, nil, 5).nil?
    thread = Thread.new { $stdin.gets }
    thread.report_on_exception = false
    rest.(thread)
    $stdin.close
    puts((thread.value rescue $!.message))
  RUBY

  def test_every_wait_for_standard_input_can_be_ended
    child = ruby_child(CHILD, "-rio/wait", *LIBRARY_OPTION)
    seen = Array.new(4) { child.gets }
    child.stdin.write("one\ntwo")
    child.stdin.flush
    seen.concat(Array.new(2) { child.gets })
    child.stdin.write("x")
    child.stdin.flush
    seen << child.gets
    seen << child.gets
    _, errors, = child.finish
    count = CALLS.size
    expected = [%("killed"), %("timed out"), %("raised")].map { |text| "{#{text}=>#{count}}\n" }
    assert_equal expected, seen.first(3).map { |line| line.delete(" ").sub("timedout", "timed out") }
    assert_equal ["ready\n", "\"one\\n\"\n", "\"two\"\n", "false\n"], seen[3, 4]
    assert_equal "stream closed in another thread\n", seen[7]
    assert_empty errors
  end
end
