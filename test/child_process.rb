# frozen_string_literal: true

require "open3"

# Another Ruby of the same kind, with the library under test.
module ChildProcess
  LIBRARY = File.expand_path("../lib", __dir__)
  FAST_START = RUBY_ENGINE == "jruby" ? ["--dev"] : []

  # A running child: standard output and error merge into what output returns.
  class Child
    attr_reader :stdin

    def initialize(command, environment)
      @stdin, @stdout, @stderr, @waiter = Open3.popen3(environment, *command)
      @errors = Thread.new { @stderr.read }
    end

    def gets
      @stdout.gets
    end

    # What it printed, what it printed on standard error, and whether it ended well.
    def finish
      @stdin.close unless @stdin.closed?
      [@stdout.read, @errors.value, @waiter.value.success?]
    ensure
      @stdout.close
      @stderr.close
    end
  end

  def ruby_child(script, *options, ruby: RbConfig.ruby, **environment)
    command = [ruby, *options, "-I#{LIBRARY}", "-e", script]
    command.insert(1, *FAST_START) if ruby == RbConfig.ruby
    Child.new(command, environment.transform_keys(&:to_s))
  end

  def ruby_output(...)
    ruby_child(...).finish
  end

  # The path of C Ruby, or nil.
  def c_ruby
    return RbConfig.ruby unless RUBY_ENGINE == "jruby"

    ENV["PATH"].split(":").map { |folder| File.join(folder, "ruby") }.find do |path|
      File.executable?(path) && `#{path} -e 'print RUBY_ENGINE' 2>&1` == "ruby"
    end
  end
end
