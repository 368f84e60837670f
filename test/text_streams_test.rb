# frozen_string_literal: true

require_relative "test_helper"
require_relative "text_helper"
require_relative "child_process"

# Which streams get the direct path, and that they stay what they were.
class TextStreamsTest < NonblockTest
  include ChildProcess

  class MyFile < File; end

  DIRECT = [
    ["rt", {}], ["r", { universal_newline: true }], ["r", { newline: :universal }],
    ["r", { crlf_newline: true }], ["rt:utf-8", {}], ["r+t", {}], ["w", { crlf_newline: true }]
  ].freeze
  JRUBY_OWN = [["r", {}], ["rb", {}], ["r:utf-8:iso-8859-1", {}], ["w", {}], ["wb", {}]].freeze

  def test_modes
    DIRECT.each { |mode, options| assert direct?(mode, **options), "#{mode} #{options}" }
    JRUBY_OWN.each { |mode, options| refute direct?(mode, **options), "#{mode} #{options}" }
  end

  def test_existing_objects_keep_their_classes
    io = open_text("a\r\n", "rt", MyFile)
    assert_instance_of MyFile, io
    assert TextHelper.direct?(io)
    assert_equal "a\n", io.read
    assert_equal [File, IO], File.ancestors.first(2)
  end

  def test_becomes_text_halfway
    io = open_text("a\r\nb\r\nc\r\n", "r")
    assert_equal "a\r\n", io.gets
    io.set_encoding("utf-8", universal_newline: true)
    assert_equal "b\n", io.gets
    io.binmode
    assert_equal "c\r\n", io.gets
    assert_equal [9, 3], [io.pos, io.lineno]
  end

  def test_pipe
    r, w = track(IO.pipe("utf-8", universal_newline: true))
    assert TextHelper.direct?(r)
    w << "a\r"
    w.flush
    line = waiting { r.gets }
    w << "\nb\rc"
    w.close
    assert_equal "a\n", finished(line)
    assert_equal %W[b\n c], r.readlines
  end

  def test_copies_of_streams_that_were_there_before
    r, w = track(IO.pipe)
    [[r, w].map(&:dup), [r, w].map(&:clone)].each do |reader, writer|
      track(reader, writer)
      writer.syswrite("a\r\n")
      assert_equal "a\r\n", reader.readpartial(10)
    end
    copy = track($stdout.dup)
    assert_instance_of IO, copy
    text, = track(IO.pipe("UTF-8:UTF-8", universal_newline: true))
    assert_instance_of IO, track(text.dup)
  end

  def test_popen
    IO.popen(["printf", "a\\r\\nb\\r"], "rt") do |io|
      assert TextHelper.direct?(io)
      assert_equal %W[a\n b\n], io.readlines
      assert_kind_of Integer, io.pid
    end
    assert_predicate $?, :success?
  end

  def test_duplex_popen
    IO.popen(["cat"], "r+", crlf_newline: true, universal_newline: true) do |io|
      io.puts "a", "b"
      io.close_write
      assert_equal %W[a\n b\n], io.readlines
    end
  end

  def test_socket
    a, b = track(UNIXSocket.pair)
    r = IO.for_fd(a.fileno, "rt", autoclose: false)
    w = IO.for_fd(b.fileno, "w", crlf_newline: true, autoclose: false)
    assert TextHelper.direct?(r) && TextHelper.direct?(w)
    w.puts "one", "two"
    w.write "three\n"
    w.flush
    assert_equal %W[one\n two\n three\n], Array.new(3) { r.gets }
  end

  def test_a_stream_in_use_is_left_alone
    r, w = track(IO.pipe)
    reader = waiting { r.gets }
    r.set_encoding("utf-8", universal_newline: true)
    refute TextHelper.direct?(r)
    w << "line\r\nnext\r\n"
    assert_match(/\Aline/, finished(reader))
    assert_equal "next\n", r.gets
  end

  def test_standard_streams
    script = <<~RUBY
      require "nonblock-io/text"
      $stdin.set_encoding("utf-8", universal_newline: true)
      $stdout.set_encoding("utf-8", crlf_newline: true)
      puts $stdin.gets, $stdin.read
      $stdout.print "end\n"
    RUBY
    child = ruby_child(script)
    child.stdin << "a\r\nb\rc"
    output, errors, success = child.finish
    assert_equal "a\r\nb\r\nc\r\nend\r\n", output
    assert_empty errors
    assert success
  end

  def test_what_is_buffered_is_written_at_exit
    path = File.join(directory, "left")
    script = <<~RUBY
      require "nonblock-io/text"
      $left = File.open(#{path.dump}, "w", crlf_newline: true)
      $left.puts "open"
    RUBY
    assert_equal ["", "", true], ruby_output(script)
    assert_equal "open\r\n", File.binread(path)
  end

  def test_close_while_another_thread_reads
    r, = track(IO.pipe("utf-8", universal_newline: true))
    reader = waiting { r.gets }
    r.close
    assert_raises(IOError) { finished(reader) }
  end

  def test_dup_and_reopen
    io = open_text("a\r\nb\r\n", "rt")
    io.gets
    copy = track(io.dup)
    assert_equal "b\n", copy.gets
    io.reopen(io.path, "rt")
    assert_equal %W[a\n b\n], io.readlines
  end

  def test_closed
    io = open_text("a", "rt")
    io.close
    assert_raises_with(IOError, "closed stream") { io.gets }
    written = open_text("", "a", crlf_newline: true)
    assert_raises_with(IOError, "not opened for reading") { written.gets }
  end

  private

  def open_text(text, mode, type = File, **options)
    path = File.join(directory, "text")
    File.binwrite(path, text)
    track(type.open(path, mode, **options))
  end

  def direct?(mode, **options)
    TextHelper.direct?(open_text("text", mode, **options))
  end
end
