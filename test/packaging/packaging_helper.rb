# frozen_string_literal: true

ENV["MT_NO_PLUGINS"] = "1"
gem "minitest", "~> 5.0"
require "minitest/autorun"
require "fileutils"
require "open3"
require "rake"
require "rbconfig"
require "tmpdir"
require_relative "../../rakelib/toolchain"

# Processes that know nothing of this project's settings, and the gem they get.
module PackagingHelper
  ROOT = File.expand_path("../..", __dir__)
  LIMIT = 300
  SETTINGS = %w[RUBYOPT RUBYLIB JRUBY_OPTS JAVA_OPTS CLASSPATH BUNDLE_GEMFILE NONBLOCK_IO_BACKEND]
             .to_h { |name| [name, nil] }.freeze

  def needs(capability, otherwise)
    capability || skip(otherwise)
  end

  # The one that `rake build` made.
  def gem_file
    gems = Dir["#{ROOT}/pkg/*"]
    assert_equal 1, gems.size, "bin/rake build makes one gem"
    gems.first
  end

  def in_folder
    Dir.mktmpdir("nonblock-io") { |folder| yield File.realpath(folder) }
  end

  # What a command printed, and what it printed on standard error; it must end well and in time.
  def run_bounded(environment, *command, **options)
    Open3.popen3(SETTINGS.merge(environment), *command, options) do |stdin, *outputs, waiter|
      stdin.close
      outputs.map! { |stream| Thread.new { stream.read } }
      waiter.join(LIMIT) || Process.kill(:KILL, waiter.pid)
      printed = outputs.map(&:value)
      assert waiter.value.success?, "#{command.join(" ")}\n#{printed.join("\n")}"
      printed
    end
  end
end
