# frozen_string_literal: true

require_relative "test_helper"
require_relative "child_process"

# Another process that shares a pipe may clear its O_NONBLOCK between the library's calls. One
# read_nonblock then waits; the rest of the JVM, its collector too, must not.
class ClearedNonblockTest < NonblockTest
  include ChildProcess

  CLEAR = <<~'RUBY'
    require "fcntl"
    io = IO.for_fd(0, "r", autoclose: false)
    flags = io.fcntl(Fcntl::F_GETFL)
    io.fcntl(Fcntl::F_SETFL, flags & ~File::NONBLOCK)
    puts "cleared"
  RUBY

  def test_one_thread_waits_and_the_jvm_goes_on
    native_only
    jruby_only
    reader, writer = track(IO.pipe)
    assert_same :wait_readable, reader.read_nonblock(10, exception: false)
    assert_equal "cleared\n", in_another_process(reader)
    reading = background { reader.read_nonblock(10, exception: false) }
    10.times { JRuby.gc }
    assert_equal 499_500, finished(background { 1000.times.sum })
    other, its_writer = track(IO.pipe)
    its_writer.write_nonblock("hello")
    assert_equal "hello", other.read_nonblock(10)
    writer.write_nonblock("late")
    assert_includes ["late", :wait_readable], finished(reading)
  end

  private

  def in_another_process(reader)
    ruby = mri
    IO.popen([ruby, "-e", CLEAR, { in: reader }], &:read)
  end

  # Any other Ruby does; this one is the quickest to start.
  def mri
    path = ENV.fetch("PATH").split(File::PATH_SEPARATOR).map { |folder| File.join(folder, "ruby") }
    path.find { |file| File.executable?(file) } || RbConfig.ruby
  end
end
