# frozen_string_literal: true

# Text mode: 29 MB with newline conversion in a File, and the same work in binary mode as the floor
# below it and as the proof that binary streams do not pay for the text path.
module Bench
  class TextRow < Row
    LINE = ("x" * 71).freeze
    LINES = 400_000
    TEXTS = { plain: -> { "x" * 72 * LINES }, lines: -> { "#{LINE}\n" * LINES } }.freeze
    TEXT = ["rt", "w", { crlf_newline: true }].freeze
    BINARY = ["r", "w", {}].freeze

    # The work gets the path, the modes for reading and writing, options for writing, the content,
    # and returns how many bytes it has read or written.
    def initialize(name, content, &work)
      super(name, metrics: { "" => "ms", "binary" => "ms" }, limit: 120)
      @content = content
      @work = work
    end

    def measure
      require "tmpdir"
      require "nonblock-io/text" if ENV["BENCH_GEM"]
      Dir.mktmpdir do |directory|
        content = TEXTS.fetch(@content).call
        path = File.join(directory, "text")
        File.binwrite(path, content)
        { "" => milliseconds(path, TEXT, content), "binary" => milliseconds(path, BINARY, content) }
      end
    end

    private

    def milliseconds(path, modes, content)
      repeat("BENCH_WARMUP") { timed(path, modes, content) }
      Bench.median(repeat("BENCH_MEASURE") { timed(path, modes, content) }) * 1000
    end

    def repeat(setting)
      deadline = now + Float(ENV.fetch(setting))
      results = []
      results << yield until now > deadline && results.size >= 3
      results
    end

    def timed(path, modes, content)
      started = now
      bytes = @work.call(path, *modes, content)
      took = now - started
      raise WrongResult, "#{bytes} bytes" if bytes < content.bytesize

      took
    end

    def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end

  family("text", rounds: 3) do |family|
    read = ->(path, r, _w, _options, _content) { File.open(path, r) { |io| io.read.bytesize } }
    write = lambda do |path, _r, w, options, content|
      File.open(path, w, **options) { |io| io.write(content) }
      File.size(path)
    end
    family.rows << TextRow.new("text_read", :plain, &read)
    family.rows << TextRow.new("text_write", :plain, &write)
    family.rows << TextRow.new("text_lines_read", :lines, &read)
    family.rows << TextRow.new("text_lines_write", :lines, &write)
    family.rows << TextRow.new("text_each_line", :lines) do |path, r, _w, _options, _content|
      bytes = 0
      File.open(path, r) { |io| io.each_line { |line| bytes += line.bytesize } }
      bytes
    end
    family.rows << TextRow.new("text_puts", :lines) do |path, _r, w, options, _content|
      File.open(path, w, **options) { |io| TextRow::LINES.times { io.puts(TextRow::LINE) } }
      File.size(path)
    end
  end
end
