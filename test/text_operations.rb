# frozen_string_literal: true

# Random texts, modes and operations, and what each operation answers.
class TextOperations
  READ_MODES = [
    ["rt", {}], ["rt", {}], ["rt", {}], ["r", { universal_newline: true }],
    ["rt:utf-8", {}], ["rt:iso-8859-1", {}], ["rt:bom|utf-8", {}], ["rt:shift_jis", {}],
    ["r", { newline: :universal }], ["r", { crlf_newline: true }], ["r", { newline: :lf }],
    ["r+t", {}], ["r+", { universal_newline: true }], ["r+", { crlf_newline: true }],
    ["a+t", {}], ["r", {}], ["rb", {}], ["rt:utf-8:iso-8859-1", {}], ["rt:iso-8859-1:utf-8", {}],
    ["rt:binary", {}], ["r:us-ascii", { universal_newline: true }],
    ["r", { universal_newline: true, xml: :text }],
    ["rt:utf-8:iso-8859-1", { invalid: :replace, undef: :replace }]
  ].freeze
  WRITE_MODES = [
    ["w", { crlf_newline: true }], ["w", { crlf_newline: true }], ["wt", {}],
    ["w:utf-8", { crlf_newline: true }], ["w:binary", { crlf_newline: true }],
    ["wb", { crlf_newline: true }], ["w", { newline: :crlf }], ["w", { newline: :cr }],
    ["w:iso-8859-1", { crlf_newline: true }], ["wt:utf-8", {}], ["w", {}],
    ["w:utf-8", { crlf_newline: true, invalid: :replace, undef: :replace }],
    ["w:utf-16le", { crlf_newline: true }], ["w", { crlf_newline: true, xml: :text }],
    ["w+", { universal_newline: true }], ["w+", { crlf_newline: true }], ["at", {}]
  ].freeze
  PIECES = ["a", "b", " ", "\n", "\r", "\r\n", "\n\n", "\r\r", "\u00e9", "\u20ac", "\xff", "ab\n",
            "line\r\n", "\u3042", "\0"].map(&:b).freeze
  SEPARATORS = ["\n", "\r", "b", "", "ab", "\n\n", "\r\n", "\u00e9", nil, "\xff"].freeze
  LIMITS = [-1, 1, 2, 3, 5, 9].freeze
  ENCODINGS = [
    ["utf-8"], ["iso-8859-1"], ["binary"], ["utf-8", "iso-8859-1"], [nil],
    ["utf-8", { universal_newline: true }], ["utf-8", { crlf_newline: true }],
    ["iso-8859-1", { newline: :universal }]
  ].freeze

  def initialize(random)
    @random = random
  end

  def text
    body = pieces(@random.rand(40))
    case @random.rand(250)
    when 0 then ("x" * (131_072 - @random.rand(4))).b << body
    when 1 then (pieces(20) * 700) << body
    else body
    end
  end

  def read_mode = pick(READ_MODES)
  def write_mode = pick(WRITE_MODES)
  def reads(mode) = Array.new(1 + @random.rand(10)) { mode.match?(/[+]/) ? either : read }
  def writes(mode) = Array.new(1 + @random.rand(8)) { mode.match?(/[+]/) ? either : write }

  private

  def either = @random.rand(3).zero? ? write : read
  def pick(list) = list[@random.rand(list.size)]
  def pieces(count) = Array.new(count) { pick(PIECES) }.join.b

  def read
    case @random.rand(24)
    when 0..3 then [pick(%i[gets gets readline readlines each_line]), line_arguments]
    when 4 then [:gets, [pick([0, 1, 2]), *pick([[], [{ chomp: true }]])]]
    when 5 then [pick(%i[getc readchar]), []]
    when 6 then [:some_chars, [@random.rand(1..12)]]
    when 7 then [:some_lines, [@random.rand(1..3), line_arguments]]
    when 8 then [:read, []]
    when 9 then [:read_into, [pieces(2), @random.rand(4)]]
    when 10 then [:read, [@random.rand(8)]]
    when 11 then [pick(%i[getbyte readbyte]), []]
    when 12 then [:ungetc, [pick([97, "x", "\r", "\n", "\r\n", "\u00e9", "abc"])]]
    when 13 then [:ungetbyte, [pick([97, 13, 10, "xy", "\r\n"])]]
    when 14 then [:pos, []]
    when 15 then [:seek, [@random.rand(20)]]
    when 16 then [:rewind, []]
    when 17 then [:eof?, []]
    when 18 then [pick(%i[lineno each_codepoint each_byte]), []]
    when 19 then [pick(%i[readpartial read_nonblock]), [@random.rand(1..9)]]
    when 20 then [:seek, [-@random.rand(4), IO::SEEK_CUR]]
    when 21 then @random.rand(3).zero? ? [:binmode, []] : [:lineno=, [@random.rand(9)]]
    when 22 then [:set_encoding, pick(ENCODINGS)]
    else @random.rand(4).zero? ? [:reopen_self, [pick(%w[rt r rb rt:iso-8859-1])]] : [:gets, []]
    end
  end

  def write
    case @random.rand(14)
    when 0..2 then [:write, [string]]
    when 3 then [:write, [string, 7, string]]
    when 4 then [:puts, [string, [string, [nil]], 12]]
    when 5 then [:puts, []]
    when 6 then [:print, [string, string]]
    when 7 then [:<<, [string]]
    when 8 then [:printf, ["%s\n%d\n", string, 3]]
    when 9 then [:putc, [pick([10, "\n", "a", "\u00e9", 13])]]
    when 10 then pick([[:flush, []], [:sync=, [true]], [:pos, []], [:fsync, []]])
    when 11 then @random.rand(3).zero? ? [:binmode, []] : [:rewind, []]
    when 12 then [:set_encoding, pick(ENCODINGS)]
    else [:write, [string * (@random.rand(8).zero? ? 900 : 1)]]
    end
  end

  def string
    body = pieces(@random.rand(8))
    encoding = pick(%w[utf-8 utf-8 utf-8 binary us-ascii iso-8859-1 utf-16le])
    body << "\0".b if encoding == "utf-16le" && body.bytesize.odd?
    body.force_encoding(encoding)
  end

  def line_arguments
    arguments = []
    arguments << pick(SEPARATORS) if @random.rand(2).zero?
    arguments << pick(LIMITS) if @random.rand(3).zero?
    arguments << { chomp: true } if @random.rand(3).zero?
    arguments
  end
end
