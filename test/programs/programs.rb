# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../child_process"
require_relative "../socket_helpers"

# Programs and libraries that people run, on the sockets and pipes of this Ruby. Without the
# library (NONBLOCK_IO_BACKEND=none) the same tests tell what it changes.
class ProgramTest < NonblockTest
  include SocketHelpers
  include ChildProcess

  native_only

  def after_teardown
    Array(@servers).each(&:shutdown)
    Array(@pids).each do |pid|
      Process.kill(:TERM, pid)
      Process.wait(pid)
    end
    super
  end

  # The path of a program; skips the test where it is not installed.
  def need_program(name)
    folders = ENV.fetch("PATH").split(File::PATH_SEPARATOR) + %w[/usr/sbin /sbin]
    path = folders.map { |folder| File.join(folder, name) }.find { |file| File.executable?(file) }
    path || skip("#{name} is not installed")
  end

  # Requires a library; skips the test where it is not installed.
  def need_library(name)
    require name
  rescue LoadError
    skip "#{name} is not installed"
  end

  # A program that runs until the test ends.
  def start(*command, **options)
    pid = spawn(*command, out: File::NULL, err: File::NULL, **options)
    (@pids ||= []) << pid
    pid
  end

  # A connection to what was just started, once it answers.
  def connected(seconds = 20)
    deadline = now + seconds
    begin
      track(yield)
    rescue Errno::ECONNREFUSED, Errno::ENOENT
      flunk "nothing answered within #{seconds} s" if now > deadline
      Thread.pass
      retry
    end
  end
end
