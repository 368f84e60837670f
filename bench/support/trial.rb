# frozen_string_literal: true

require "fileutils"
require "json"
require "timeout"
require_relative "settings"

module Bench
  # One contestant running some rows in fresh processes: one if all goes well. A row that fails,
  # hangs or takes the process down costs nothing but itself.
  class Trial
    LIMIT = 30

    def initialize(contestant, rows, env)
      @contestant = contestant
      @rows = rows
      @env = env
    end

    # Yields each row with its outcome: {"values" => …} or {"error" => …, "message" => …}.
    def run(&block)
      pending = @rows.dup
      until pending.empty?
        failure = process(pending, &block)
        yield pending.shift, failure if failure
      end
    end

    private

    # Takes off `pending` what the process reported, and returns what the next row failed with,
    # if it did. A process may end early after a failure that it reported itself.
    def process(pending)
      reader, pid = spawn_for(pending)
      lines, thread = lines_from(reader)
      outcome = nil
      while pending.any? && (line = next_line(lines, pending.first))
        return { "error" => "Timeout", "message" => "no result in time" } if line == :late

        outcome = JSON.parse(line)
        yield pending.shift, outcome
      end
      { "error" => "Died", "message" => last_words } unless pending.empty? || outcome&.key?("error")
    ensure
      stop(pid) if pid
      thread&.join
      reader&.close
    end

    def spawn_for(rows)
      reader, writer = IO.pipe
      FileUtils.mkdir_p(WORK)
      spawned = Process.clock_gettime(Process::CLOCK_REALTIME).to_s
      pid = Process.spawn(
        @contestant.env.merge(
          @env, "BENCH_SPAWNED" => spawned, "JRUBY_OPTS" => rows.first.jruby_opts
        ),
        *@contestant.command, *rows.map(&:name), in: File::NULL, out: writer, err: [log, "w"]
      )
      writer.close
      [reader, pid]
    end

    def lines_from(reader)
      lines = Queue.new
      thread = Thread.new do
        reader.each_line { |line| lines << line if line.start_with?("{") }
        lines << nil
      end
      [lines, thread]
    end

    def next_line(lines, row)
      Timeout.timeout(row.limit || LIMIT) { lines.pop }
    rescue Timeout::Error
      :late
    end

    def stop(pid)
      Process.kill(:KILL, pid)
      Process.wait(pid)
    rescue Errno::ESRCH, Errno::ECHILD
      nil
    end

    def log = File.join(WORK, "#{@contestant.name}.log")

    # The last line of what it said that is not part of a stack trace.
    def last_words = File.readlines(log).grep(/^\S/).last.to_s.chomp
  end
end
