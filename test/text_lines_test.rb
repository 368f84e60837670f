# frozen_string_literal: true

require_relative "test_helper"
require_relative "text_helper"

# Lines, characters, whole files and writes, each as JRuby's own path has it.
class TextLinesTest < NonblockTest
  TEXT = "one\r\ntwo\rthree\n\r\n\r\n\nfour\u00e9\r\r\nlast\r"
  READS = [
    ["mode rt", { mode: "rt" }], ["mode rt:utf-8", { mode: "rt:utf-8" }],
    ["universal_newline", { universal_newline: true }], ["newline", { newline: :universal }],
    ["crlf_newline", { crlf_newline: true }], ["rb", { mode: "rb" }], ["none", {}],
    ["transcoding", { mode: "rt:utf-8:iso-8859-1" }]
  ].freeze

  def test_last_line_of_the_caller
    io = text_file
    io.gets
    assert_equal "one\n", $_
    io.readline
    assert_equal "two\n", $_
    io.each_line { break }
    assert_equal "two\n", $_
  end

  def test_line_numbers
    io = text_file
    3.times { io.gets }
    assert_equal [3, 3], [io.lineno, $.]
    io.lineno = 10
    io.gets("")
    assert_equal [11, 11], [io.lineno, $.]
  end

  def test_characters_around_a_lone_cr
    io = text_file("\rx\r\ny\r\r")
    assert_equal ["\n", 2], [io.getc, io.pos]
    assert_raises_with(IOError, "byte oriented read for character buffered IO") { io.read(1) }
    assert_equal %W[x \n y \n \n], Array.new(5) { io.readchar }
    assert_raises(EOFError) { io.readchar }
  end

  def test_pushed_back_text_comes_first
    io = text_file("ab\r\nc")
    io.getc
    io.ungetc("X\r\n")
    assert_equal "X\r\n", io.gets
    io.ungetbyte("\r\nZ")
    assert_equal %W[\n Zb\n c], io.readlines
  end

  def test_crlf_across_the_buffers_end
    (131_069..131_074).each do |size|
      filler = "x" * size
      io = text_file("#{filler}\r\n\r#{filler}\r")
      assert_equal ["#{filler}\n", "\n", "#{filler}\n"], io.readlines, size.to_s
      io.rewind
      assert_equal "#{filler}\n\n#{filler}\n", io.read, size.to_s
    end
  end

  def test_read_into_a_buffer
    buffer = +"before"
    copy = buffer.dup
    io = text_file("a\r\nb")
    assert_same buffer, io.read(nil, buffer)
    assert_equal stock_buffer("a\r\nb"), buffer
    assert_equal "before", copy
    assert_raises(FrozenError) { io.read(nil, "x".dup.freeze) }
  end

  def test_class_methods
    path = text_path
    READS.each do |name, options|
      assert_as_stock(name) { [File.read(path, **options), IO.read(path, nil, 3, **options)] }
      assert_as_stock(name) { IO.readlines(path, **options) }
      assert_as_stock(name) { IO.readlines(path, "", chomp: true, **options) }
      assert_as_stock(name) { [].tap { |all| IO.foreach(path, 3, **options) { |l| all << l } } }
    end
  end

  def test_writing_class_methods
    [{}, { crlf_newline: true }, { mode: "wt" }, { newline: :cr },
     { mode: "a", crlf_newline: true }].each do |options|
      assert_as_stock(options.inspect) do
        path = text_path("a\n")
        [IO.write(path, "x\r\ny\n\n", **options), File.binread(path),
         File.write(path, "z\n", 2, **options), File.binread(path)]
      end
    end
  end

  def test_writes_leave_their_strings_alone
    shared = "a\nb\n" * 20
    part = shared[4, 40]
    string = part.dup.freeze
    written = written_with(crlf_newline: true) do |io|
      io.write(string)
      io << string
      io.puts(part)
    end
    assert_equal "a\r\nb\r\n" * 30, written
    assert_equal ["a\nb\n" * 10] * 2, [string, part]
    assert_equal "a\nb\n" * 20, shared
  end

  def test_other_encodings
    { "utf-8" => "\u00e9\n", "iso-8859-1" => "\xe9\n", "utf-16le" => "x\n",
      "binary" => "\xff\n", "us-ascii" => "x\n" }.each do |encoding, bytes|
      string = encoding == "utf-16le" ? bytes.encode(encoding) : bytes.dup.force_encoding(encoding)
      %w[w w:utf-8 w:iso-8859-1 w:binary].each do |mode|
        assert_as_stock("#{encoding} to #{mode}") { write_string(string, mode) }
      end
    end
  end

  def test_partial_writes_to_a_pipe
    r, w = track(IO.pipe)
    w.set_encoding("utf-8", crlf_newline: true)
    reader = background { r.read }
    4.times { w.write("0123456\n" * 16_000, "x\n") }
    w.close
    assert_equal ("#{"0123456\r\n" * 16_000}x\r\n") * 4, finished(reader)
  end

  def test_every_printing_method
    written = written_with(crlf_newline: true) do |io|
      io.sync = true
      io.print("a\n", 1, nil)
      io.printf("%s\n", "b")
      io.putc("\n")
      io.putc(10)
      io.puts(["c", ["d\n"]])
      io.puts
    end
    assert_equal "a\r\n1b\r\n\r\n\r\nc\r\nd\r\n\r\n", written
  end

  private

  def text_path(text = TEXT)
    File.join(directory, "text").tap { |path| File.binwrite(path, text) }
  end

  def text_file(text = TEXT) = track(File.open(text_path(text), "rt"))

  def stock_buffer(text)
    TextHelper.stock { File.open(text_path(text), "rt") { |io| io.read(nil, +"before") } }
  end

  def write_string(string, mode)
    path = text_path("")
    File.open(path, mode, crlf_newline: true) { |io| io.write(string) }
    File.binread(path)
  rescue EncodingError, ArgumentError => e
    [e.class, e.message]
  end

  def written_with(**options, &block)
    File.open(path = text_path(""), "w", **options, &block)
    File.binread(path)
  end

  def assert_as_stock(message, &block)
    assert_equal TextHelper.stock(&block), yield, message
  end
end
