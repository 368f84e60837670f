# frozen_string_literal: true

require_relative "stats"

module Bench
  # The results in Markdown, padded so that they read well in a terminal too.
  class Table
    TITLES = {
      "stock" => "JRuby", "ffm" => "gem, FFM", "jnr" => "gem, jnr", "mri" => "MRI", "c" => "C"
    }.freeze
    RATIOS = { "stock" => "gem/stock", "mri" => "gem/MRI", "c" => "gem/C" }.freeze

    def initialize(rows, contestants, results)
      @rows = rows
      @contestants = contestants
      @results = results
      @others = RATIOS.slice(*names)
      @others = {} unless contestants.any?(&:gem?)
    end

    def to_s
      lines = [heading, *body]
      widths = lines.transpose.map { |column| column.map(&:size).max }
      first, *others = widths
      rule = ["-" * first, *others.map { |width| "#{"-" * (width - 1)}:" }]
      cells = lines.map { |line| aligned(line, widths) }.insert(1, rule)
      cells.map { |line| "| #{line.join(" | ")} |\n" }.join
    end

    private

    def aligned(line, widths)
      (label, first), *others = line.zip(widths)
      [label.ljust(first), *others.map { |cell, width| cell.rjust(width) }]
    end

    def heading = ["µs per operation", *TITLES.values_at(*names), *@others.values]

    def names = @contestants.map(&:name)

    def body
      @rows.flat_map do |row|
        row.metrics.map { |metric, unit| line(row, row.labels[metric], unit) }
      end
    end

    def line(row, label, unit)
      [
        unit == "µs" ? label : "#{label} (#{unit})",
        *@contestants.map { |contestant| cell(contestant, row, label) },
        *@others.keys.map { |other| ratio(@results.ratio(label, other)) }
      ]
    end

    def cell(contestant, row, label)
      failure = @results.failure(contestant, row)
      return failure["error"].sub(/\AJava::\w+::/, "") if failure

      values = @results.values(contestant, label)
      return "–" if values.empty?

      middle = number(Bench.median(values))
      values.one? ? middle : "#{middle} ±#{Bench.spread(values)}%"
    end

    def ratio(value) = value ? number(value) : "–"

    # Three digits, or two behind the point.
    def number(value)
      digits = [9.995, 99.95].count { |limit| value < limit }
      format("%.#{digits}f", value)
    end
  end
end
