# frozen_string_literal: true

require_relative "test_helper"
require_relative "child_process"
require "io/wait"
require "stringio"

# Every call that waits for a stream can be ended from outside, and the stream goes on working.
module InterruptWaitingContract
  class Stop < StandardError; end

  READS = {
    readpartial: ->(io) { io.readpartial(10) },
    sysread: ->(io) { io.sysread(10) },
    wait_readable: ->(io) { io.wait_readable },
    wait: ->(io) { io.wait(IO::READABLE, 100) },
    select: ->(io) { IO.select([io]) },
    gets: ->(io) { io.gets },
    getc: ->(io) { io.getc },
    getbyte: ->(io) { io.getbyte },
    readline: ->(io) { io.readline },
    each_line: ->(io) { io.each_line { |line| break line } },
    read: ->(io) { io.read(5) },
    copy_stream: ->(io) { IO.copy_stream(io, StringIO.new, 5) },
    eof: ->(io) { io.eof? }
  }.freeze

  READS.each do |name, call|
    define_method("test_#{name}_ends_by_kill") do
      thread = waiting { call.(reader) }
      thread.kill
      assert_nil finished(thread)
      assert_still_works
    end

    define_method("test_#{name}_ends_by_raise") do
      thread = waiting { call.(reader) }
      thread.raise(Stop, "enough")
      assert_equal "enough", assert_raises(Stop) { finished(thread) }.message
      assert_still_works
    end

    define_method("test_#{name}_ends_by_timeout") do
      thread = background { Timeout.timeout(0.05) { call.(reader) } }
      assert_raises(Timeout::Error) { finished(thread) }
      assert_still_works
    end

    define_method("test_#{name}_goes_on_after_an_interrupt") do
      rescued = Queue.new
      thread = waiting do
        call.(reader)
      rescue Stop
        rescued << true
        call.(reader)
      end
      thread.raise(Stop)
      rescued.pop
      writer.write("hello\n")
      assert finished(thread) || name == :eof
      reader.close
    end
  end

  private

  def assert_still_works
    deliver("hello")
    assert_equal "hello", reader.readpartial(10)
    finished(background { reader.close })
  end
end

module CloseWaitingContract
  InterruptWaitingContract::READS.each do |name, call|
    define_method("test_close_in_another_thread_ends_#{name}") do
      skip "C Ruby lets select go on" if name == :select && !jruby?
      skip "closing ends the child, whose end may come first" if writer.equal?(reader)
      thread = waiting { call.(reader) }
      finished(background { reader.close })
      error = assert_raises(IOError) { finished(thread) }
      assert_equal "stream closed in another thread", error.message
      assert_predicate reader, :closed?
    end
  end

  def test_close_ends_every_wait
    skip "closing ends the child, whose end may come first" if writer.equal?(reader)
    threads = %i[readpartial wait_readable sysread readpartial].map do |name|
      waiting { InterruptWaitingContract::READS[name].(reader) }
    end
    finished(background { reader.close })
    threads.each { |thread| assert_raises(IOError) { finished(thread) } }
  end
end

# The streams that JRuby may read in another way than the plain one of their sort.
module InterruptReadingContract
  %i[gets readpartial].each do |name|
    call = InterruptWaitingContract::READS.fetch(name)

    define_method("test_#{name}_ends_by_kill") do
      thread = waiting { call.(reader) }
      thread.kill
      assert_nil finished(thread)
      deliver("hello")
      assert_equal "hello", reader.readpartial(10)
    end

    define_method("test_#{name}_ends_by_close") do
      thread = waiting { call.(reader) }
      finished(background { reader.close })
      assert_raises_with(IOError, "stream closed in another thread") { finished(thread) }
    end
  end
end

module InterruptWritingContract
  Stop = InterruptWaitingContract::Stop
  LARGE = "x" * 100_000

  WRITES = {
    write: ->(io) { loop { io.write(LARGE) } },
    write_several: ->(io) { loop { io.write(LARGE, 1, LARGE) } },
    copy_stream: ->(io) { loop { IO.copy_stream(StringIO.new(LARGE), io) } },
    print: ->(io) { loop { io.print(LARGE) } },
    puts: ->(io) { loop { io.puts(LARGE, LARGE) } },
    wait_writable: ->(io) { loop { io.wait_writable && io.write_nonblock(LARGE) } },
    select: ->(io) { loop { IO.select(nil, [io]) && io.write_nonblock(LARGE, exception: false) } }
  }.freeze

  WRITES.each do |name, call|
    define_method("test_#{name}_ends_by_kill") do
      thread = stuck(&call)
      thread.kill
      assert_nil finished(thread)
      finished(background { writer.close })
    end

    define_method("test_#{name}_ends_by_raise") do
      thread = stuck(&call)
      thread.raise(Stop, "enough")
      assert_equal "enough", assert_raises(Stop) { finished(thread) }.message
      finished(background { writer.close })
    end

    define_method("test_#{name}_ends_by_timeout") do
      thread = background { Timeout.timeout(0.1) { call.(writer) } }
      assert_raises(Timeout::Error) { finished(thread) }
    end

    define_method("test_close_in_another_thread_ends_#{name}") do
      skip "C Ruby lets select go on" if name == :select && !jruby?
      thread = stuck(&call)
      finished(background { writer.close })
      error = assert_raises(IOError) { finished(thread) }
      assert_equal "stream closed in another thread", error.message
    end
  end

  def test_a_reader_comes_while_one_waits
    thread = background { writer.write(LARGE * 20) }
    assert_equal LARGE * 20, read_all(LARGE.bytesize * 20)
    assert_equal LARGE.bytesize * 20, finished(thread)
  end

  private

  # A thread that waits because the stream is full.
  def stuck
    thread = background { yield writer }
    wait_until("the stream is full") { thread.status == "sleep" && !writer.wait_writable(0) }
    thread
  end
end

IOKinds.contract("InterruptWaiting", :plain, :idle) do
  native_only
  include InterruptWaitingContract
  include CloseWaitingContract
end
IOKinds.contract("InterruptReading", :idle, without: [:plain]) do
  native_only
  include InterruptReadingContract
end
IOKinds.contract("InterruptWriting", :plain, :fill, :stream) do
  native_only
  include InterruptWritingContract
end
