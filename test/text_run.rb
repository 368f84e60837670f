# frozen_string_literal: true

# A sequence of operations on one file, and all that can be seen of it.
class TextRun
  def initialize(path, mode, stock:)
    @path = path
    @mode, @options = mode
    @stock = stock
    @direct = false
  end

  def direct? = @direct

  # What each operation answers, then what closing does, then the file.
  def answers(operations)
    $. = 0
    @io = open
    answers = operations.map { |name, arguments| answer(name, arguments) }
    @direct = !@io.closed? && TextHelper.direct?(@io)
    answers << outcome { @io.close }
    answers << File.binread(@path)
  rescue ArgumentError, SystemCallError => e
    [e.class]
  end

  private

  def open
    return File.open(@path, @mode, **@options) unless @stock

    TextHelper.stock { File.open(@path, @mode, **@options) }
  end

  # Calls go through public_send: JRuby 10.0 forgets keywords at call sites with two splats.
  def answer(name, arguments)
    options = arguments.grep(Hash).first || {}
    arguments = (arguments - [options]).map { |one| one.is_a?(String) ? one.dup : one }
    outcome do
      value = perform(name, arguments, options)
      [value, $., (@io.lineno unless @io.closed?)]
    end
  end

  def perform(name, arguments, options)
    case name
    when :each_line, :each_byte, :each_codepoint then collect(name, arguments, options, nil)
    when :some_lines then some_lines(*arguments)
    when :some_chars then collect(:each_char, [], {}, arguments[0])
    when :read_into then read_into(*arguments)
    when :set_encoding then change(:set_encoding, arguments, options)
    when :reopen_self then change(:reopen, [@path, *arguments], options)
    else @io.public_send(name, *arguments, **options)
    end
  end

  def collect(name, arguments, options, count)
    seen = []
    @io.public_send(name, *arguments, **options) { |one| break if (seen << one).size == count }
    seen
  end

  def some_lines(count, arguments)
    options = arguments.grep(Hash).first || {}
    collect(:each_line, arguments - [options], options, count)
  end

  def read_into(buffer, choice)
    buffer = buffer.dup
    copy = buffer.dup
    buffer.freeze if choice.zero?
    [@io.read(choice == 1 ? 5 : nil, buffer), buffer, copy]
  end

  def change(name, arguments, options)
    return @io.public_send(name, *arguments, **options) unless @stock

    TextHelper.stock_call(@io, name, *arguments, **options)
  end

  def outcome
    describe(yield)
  rescue StandardError => e
    [e.class, e.message.to_s.gsub(@path, "PATH").gsub(/@\h+|0x\h+|\d{3,}/, "")]
  end

  def describe(value)
    case value
    when String
      [value.b, value.encoding, value.valid_encoding?, value.ascii_only?, value.frozen?]
    when Array then value.map { |one| describe(one) }
    when IO then :io
    else value
    end
  end
end
