# frozen_string_literal: true

require_relative "test_helper"
require_relative "child_process"

# Waiting needs no descriptor that a process at its limit does not have.
class FewDescriptorsTest < NonblockTest
  include ChildProcess

  SCRIPT = <<~RUBY
    require "nonblock-io" if RUBY_ENGINE == "jruby"
    require "io/wait"
    require "timeout"
    r, w = IO.pipe
    Timeout.timeout(5) { Thread.pass }
    kept = []
    begin
      loop { kept << File.open(File::NULL) }
    rescue Errno::EMFILE
      kept.pop.close while kept.size > 10_000
    end
    answers = Array.new(4) do
      Thread.new do
        idle = r.wait_readable(0.05)
        begin
          Timeout.timeout(0.2) { r.readpartial(1) }
        rescue Timeout::Error
          [idle, :interrupted]
        end
      end
    end.map(&:value).uniq
    kept.each(&:close)
    w << "x"
    p answers, r.readpartial(1)
  RUBY

  def test_waits_and_is_interrupted_at_the_limit
    native_only
    skip "needs a shell with ulimit" unless File.executable?("/bin/sh")

    command = [RbConfig.ruby, "-I#{LIBRARY}", "-e", SCRIPT]
    limited = ["/bin/sh", "-c", 'ulimit -n 256; exec "$0" "$@"', *command]
    out, = Child.new(limited, {}).finish
    assert_equal "[[nil, :interrupted]]\n\"x\"\n", out
  end
end
