# frozen_string_literal: true

require "etc"
require "json"
require_relative "settings"

module Bench
  # What is printed, and what SAVE=1 keeps: RESULTS.md and results.json.
  class Report
    def initialize(rows, contestants, results, rounds)
      @rows = rows
      @contestants = contestants
      @results = results
      @rounds = rounds
      @date = Time.now.strftime("%Y-%m-%d")
    end

    def text
      failures = @results.failures
      failures = failures.empty? ? "" : "\nWhat could not run:\n\n#{bullets(failures)}"
      "#{Table.new(@rows, @contestants, @results)}#{failures}"
    end

    def save
      File.write(File.join(ROOT, "bench", "RESULTS.md"), <<~MARKDOWN)
        # Benchmark results

        #{@date}, #{machine}. #{method}

        #{bullets(@contestants.map { |contestant| "#{contestant.name}: #{contestant.version}" })}
        #{text}
      MARKDOWN
      File.write(File.join(ROOT, "bench", "results.json"), "#{JSON.pretty_generate(to_h)}\n")
    end

    private

    def bullets(lines) = lines.map { |line| "- #{line}\n" }.join

    def method
      "Medians of #{@rounds} alternating runs in fresh processes (net_http: at most 3), ± half " \
        "of their range. The ratios are those of the better backend. On JRuby the loops run with " \
        "`#{LoopRow::JRUBY_OPTS}`. " \
        "`bin/rake bench SAVE=1` writes this file."
    end

    def machine
      cpu = File.read("/proc/cpuinfo")[/^model name\s*: (.*)/, 1] if File.exist?("/proc/cpuinfo")
      [cpu, "#{Etc.nprocessors} cores", `uname -srm`.chomp].compact.join(", ")
    end

    def to_h
      {
        date: @date,
        machine: machine,
        rounds: @rounds,
        net_http_mib: Settings.net_http_mib,
        versions: @contestants.to_h { |contestant| [contestant.name, contestant.version] },
        rows: @rows.flat_map { |row| lines(row) }
      }
    end

    def lines(row)
      row.metrics.map do |metric, unit|
        label = row.labels[metric]
        contestants = @contestants.to_h do |contestant|
          [contestant.name, @results.failure(contestant, row) || @results.values(contestant, label)]
        end
        { row: label, unit: unit }.merge(contestants)
      end
    end
  end
end
