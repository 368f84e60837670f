# frozen_string_literal: true

require_relative "test_helper"
require_relative "child_process"

# Standard input and output of a child process, as pipes.
class StdinTest < NonblockTest
  include ChildProcess

  LIBRARY_OPTION = RUBY_ENGINE == "jruby" ? ["-rnonblock-io"] : []

  CHILD = <<~RUBY
    $stdout.sync = true
    def attempt
      yield.inspect
    rescue SystemCallError, IOError => error
      error.class.name
    end
    puts attempt { $stdin.read_nonblock(10, exception: false) }
    puts attempt { $stdin.read_nonblock(10) }
    $stdin.ungetbyte($stdin.getbyte)
    puts attempt { $stdin.read_nonblock(3) }
    puts attempt { $stdin.gets }
    puts attempt { $stdin.read_nonblock(10, +"") }
    $stdin.wait_readable
    puts attempt { $stdin.read_nonblock(10) }
    puts attempt { $stdin.read_nonblock(10, exception: false) }
    $stdout.write_nonblock("written\\n")
    puts attempt { $stdin.write_nonblock("x") }
  RUBY

  def test_standard_streams_that_are_pipes
    child = ruby_child(CHILD, "-rio/wait", *LIBRARY_OPTION)
    seen = Array.new(2) { child.gets }
    child.stdin.write("hello\nworld")
    child.stdin.flush
    seen.concat(Array.new(3) { child.gets })
    output, errors, success = child.finish
    assert_equal [
      ":wait_readable\n",
      "IO::EAGAINWaitReadable\n",
      "\"hel\"\n", "\"lo\\n\"\n", "\"world\"\n"
    ], seen
    assert_equal "EOFError\nnil\nwritten\nIOError\n", output
    assert_equal ["", true], [errors, success]
  end
end
