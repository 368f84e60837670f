# frozen_string_literal: true

require_relative "test_helper"
require_relative "child_process"

# The gem stands for io/wait: it does not load that, and loading it later replaces nothing.
class IOWaitLibraryTest < NonblockTest
  include ChildProcess

  NAMES = %w[wait wait_readable wait_writable wait_priority nread ready?].freeze
  SCRIPT = <<~RUBY.freeze
    def methods_of_io
      %w[#{NAMES.join(" ")}].select { |name| IO.method_defined?(name) }.to_h do |name|
        [name, IO.instance_method(name)]
      end
    end

    require "socket"
    features = $LOADED_FEATURES.dup
    require "nonblock-io"
    before = methods_of_io
    loaded = require "io/wait"
    puts before.keys.join(" "), loaded, before == methods_of_io
    puts ($LOADED_FEATURES - features).grep(/wait\\.jar/)
  RUBY

  def test_loading_io_wait_later_changes_nothing
    native_only
    out, err, = ruby_output(SCRIPT)
    names = RUBY_VERSION < "4.0" ? NAMES : NAMES.take(4)
    assert_equal "#{names.join(" ")}\nfalse\ntrue\n", out, err
  end
end
