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
    rest = ->(thread) { Thread.pass until thread.status == "sleep" }
    class Stop < StandardError; end
    ended = calls.map do |call|
      thread = Thread.new(&call)
      rest.(thread)
      thread.kill
      thread.join(5) ? "killed" : "hangs"
    end
    puts ended.uniq.inspect
    ended = calls.map do |call|
      Timeout.timeout(0.05) { call.call }
    rescue Timeout::Error
      "timed out"
    end
    puts ended.uniq.inspect
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
    puts ended.uniq.inspect
    puts "ready"
    puts $stdin.gets.inspect, $stdin.read(3).inspect
    puts IO.select([$stdin], nil, nil, 10).nil?, $stdin.read(1)
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
    seen.concat(Array.new(2) { child.gets })
    closed = child.gets
    _, errors, = child.finish
    assert_equal %W[["killed"]\n ["timed\ out"]\n ["raised"]\n], seen.first(3)
    assert_equal ["ready\n", "\"one\\n\"\n", "\"two\"\n", "false\n"], seen[3, 4]
    assert_equal "x\n", seen[7]
    assert_equal "stream closed in another thread\n", closed
    assert_empty errors
  end
end
