# frozen_string_literal: true

require_relative "test_helper"
require_relative "child_process"

# A large text file needs no more than its lines, or twice its size when read whole.
class TextMemoryTest < NonblockTest
  include ChildProcess

  LINES = 1_000_000

  def test_line_by_line
    assert_equal ["#{LINES} #{LINES * 64}", "", true], read_with("-J-Xmx64m", <<~RUBY)
      lines = bytes = 0
      File.open(PATH, "rt") { |io| io.each_line { |line| lines += 1; bytes += line.bytesize } }
      print lines, " ", bytes
    RUBY
  end

  def test_whole
    heap = (LINES * 65 * 2 >> 20) + 48
    assert_equal ["#{LINES * 64}", "", true], read_with("-J-Xmx#{heap}m", <<~RUBY)
      print File.read(PATH, mode: "rt").bytesize
    RUBY
  end

  private

  def read_with(option, script)
    path = File.join(directory, "large")
    line = "#{"x" * 63}\r\n"
    File.open(path, "wb") { |io| 1000.times { io.write(line * (LINES / 1000)) } }
    ruby_output("require 'nonblock-io/text'; PATH = #{path.dump}; #{script}", option)
  end
end
