# frozen_string_literal: true

# Runs the benchmarks and prints a table. Started by `rake bench`, or by any Ruby. Settings are in
# the environment:
#
#   ROWS=eagain,load      rows by the beginnings of their names; "all" also those that take longer
#   CONTESTANTS=jnr,mri   of stock, ffm, jnr, mri and c
#   QUICK=1               shorter, and less exact
#   ROUNDS=5              fresh processes per contestant, however long that takes
#   NET_HTTP_MIB=1024     the size of the body in net_http
#   SAVE=1                writes bench/RESULTS.md and bench/results.json
#   JRUBY=path            another JRuby than that of bin/jruby
require_relative "support/rows"
require_relative "support/settings"
require_relative "support/contestant"
require_relative "support/servers"
require_relative "support/trial"
require_relative "support/results"
require_relative "support/table"
require_relative "support/report"

module Bench
  class Runner
    def initialize
      @families = Settings.families
      abort "No row begins with #{ENV.fetch("ROWS")}" if @families.empty?
      @contestants = Contestant.all(Settings.list("CONTESTANTS"))
      @results = Results.new(@contestants)
      @servers = Servers.new
      @started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end

    def run
      start_servers
      rounds = run_rounds
      report = Report.new(rows, @contestants, @results, rounds)
      puts report.text
      report.save if Settings.save?
    ensure
      @servers.stop
    end

    private

    def start_servers
      rows.flat_map(&:servers).uniq.each do |server|
        failure = @servers.start(server) or next
        without = rows.select { |row| row.servers.include?(server) }
        @contestants.product(without) { |contestant, row| @results.add(contestant, row, failure) }
      end
    end

    def rows = @families.flat_map(&:rows)

    # The number of rounds that the budget allowed.
    def run_rounds
      last = 0
      Settings.rounds.times do |round|
        started = elapsed
        return round if started + last > Settings.budget

        @families.each { |family| trials(family, round) if round < family.rounds }
        last = elapsed - started
      end
      Settings.rounds
    end

    # Each contestant once, another one first in each round.
    def trials(family, round)
      $stderr.print "round #{round + 1}/#{[Settings.rounds, family.rounds].min} #{family.name}:"
      @contestants.rotate(round).each do |contestant|
        left = family.rows.select { |row| contestant.runs?(row) }
        left.reject! { |row| @results.failure(contestant, row) }
        next if left.empty?

        $stderr.print " #{contestant.name}"
        Trial.new(contestant, left, environment).run do |row, outcome|
          @results.add(contestant, row, outcome)
          $stderr.print outcome["error"] ? "!" : "."
        end
      end
      $stderr.puts format(" %d s", elapsed)
    end

    def elapsed = Process.clock_gettime(Process::CLOCK_MONOTONIC) - @started

    def environment = @servers.env.merge("NET_HTTP_MIB" => Settings.net_http_mib.to_s)
  end
end

Bench::Runner.new.run
