# frozen_string_literal: true

require_relative "programs"
require "open3"
require "zlib"

# Other programs at the end of pipes and terminals.
class FiltersTest < ProgramTest
  LONG = ("0123456789abcdef\n" * 100_000).freeze

  def test_capture
    out, status = Open3.capture2("tr", "a-z", "A-Z", stdin_data: LONG)
    assert_equal [LONG.upcase, true], [out, status.success?]
    out, errors, = Open3.capture3("sh", "-c", "cat; echo bad >&2", stdin_data: LONG)
    assert_equal [LONG, "bad\n"], [out, errors]
  end

  def test_binary_data
    program = need_program("gzip")
    packed, = Open3.capture2(program, "-c", stdin_data: LONG, binmode: true)
    assert_equal LONG, Zlib.gunzip(packed)
    unpacked, = Open3.capture2(program, "-dc", stdin_data: packed, binmode: true)
    assert_equal LONG, unpacked
  end

  def test_pipelines
    out, = Open3.pipeline_rw("tr a-z A-Z", "tr 0-9 x").then do |input, output, waiters|
      background { input.write(LONG).tap { input.close } }
      [output.read, waiters.map(&:value)].tap { output.close }
    end
    assert_equal LONG.upcase.tr("0-9", "x"), out
  end

  def test_a_conversation
    Open3.popen3("cat") do |input, output, errors, waiter|
      assert_same :wait_readable, output.read_nonblock(10, exception: false)
      10.times do |i|
        input.write_nonblock("line #{i}\n")
        assert_equal [[output], [], []], IO.select([output, errors], nil, nil, 10)
        assert_equal "line #{i}\n", output.read_nonblock(100)
      end
      input.close
      assert_nil output.wait_readable(10).read_nonblock(10, exception: false)
      assert_predicate waiter.value, :success?
    end
  end

  def test_popen_both_ways
    IO.popen("cat", "r+") do |io|
      writing = background { io.write(LONG).tap { io.close_write } }
      assert_equal LONG, io.read
      assert_equal LONG.bytesize, finished(writing)
    end
  end

  def test_a_terminal
    need_library("pty")
    PTY.spawn("sh", "-c", "stty -echo; echo ready; tr a-z A-Z") do |output, input, pid|
      assert_equal "ready", output.gets.chomp
      input.puts("hello")
      input.write("\x04")
      assert output.wait_readable(10)
      assert_equal "HELLO", output.readpartial(100).chomp
      Process.kill(:KILL, pid)
    end
  end

  def test_a_timeout_for_a_program
    IO.popen("cat", "r+") do |io|
      assert_raises(Timeout::Error) { Timeout.timeout(0.1) { io.gets } }
      io.puts("still there")
      assert_equal "still there\n", io.gets
    end
  end
end
