# frozen_string_literal: true

require_relative "test_helper"
require_relative "text_helper"
require_relative "text_operations"
require_relative "text_run"

# Random operations on random texts answer as JRuby's own path does.
class TextPropertyTest < NonblockTest
  SEQUENCES = Integer(ENV.fetch("TEXT_SEQUENCES", 20_000))
  READS = SEQUENCES * 7 / 10
  SEED = Integer(ENV.fetch("TEXT_SEED", Random.new_seed % 1_000_000))
  ONLY = ENV["TEXT_NUMBER"]&.to_i

  def setup
    @direct = 0
  end

  # A minute is longer than what the watchdog allows a test: it is guarded by the sequence.
  def run
    Minitest::Test.instance_method(:run).bind_call(self)
  end

  def test_reads
    puts "text reads: TEXT_SEED=#{SEED}, #{READS} sequences"
    each_sequence(0, READS) do |made, number|
      mode = made.read_mode
      compare(number, made.text, mode, made.reads(mode.first))
    end
    assert_operator @direct, :>, READS / 3 unless ONLY
  end

  def test_writes
    puts "text writes: TEXT_SEED=#{SEED}, #{SEQUENCES - READS} sequences"
    each_sequence(1, SEQUENCES - READS) do |made, number|
      mode = made.write_mode
      compare(number, "old\r\n", mode, made.writes(mode.first))
    end
    assert_operator @direct, :>, (SEQUENCES - READS) / 3 unless ONLY
  end

  private

  def each_sequence(kind, count)
    (ONLY ? [ONLY] : 0...count).each do |number|
      WATCHDOG.guard("#{self.class}##{name}, TEXT_SEED=#{SEED} TEXT_NUMBER=#{number}") do
        yield TextOperations.new(Random.new((SEED * 2 + kind) * 1_000_000 + number)), number
      end
    end
  end

  def compare(number, text, mode, operations)
    stock = TextRun.new(file("stock", text), mode, stock: true)
    ours = TextRun.new(file("ours", text), mode, stock: false)
    answers = [stock, ours].map { |run| run.answers(operations) }
    @direct += 1 if ours.direct?
    return if answers.uniq.one?

    at = answers[0].zip(answers[1]).index { |one, other| one != other } || answers[0].size
    flunk <<~REPORT
      TEXT_SEED=#{SEED} TEXT_NUMBER=#{number}, mode #{mode}, text #{text.inspect[0, 300]}
      #{operations.take(at + 1).map(&:inspect).join("\n")}
      JRuby: #{answers[0][at].inspect[0, 500]}
      ours:  #{answers[1][at].inspect[0, 500]}
    REPORT
  end

  def file(name, text)
    File.join(directory, name).tap { |path| File.binwrite(path, text) }
  end
end
