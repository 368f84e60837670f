# frozen_string_literal: true

# Runs the torture programs, each in a JVM of its own, on every backend and collector of the JDK.
# Started by `rake torture`. Settings are in the environment:
#
#   SECONDS=600         how long all of it may take; 120 is enough to find most of what 600 finds
#   SEED=1              the seed of a run before
#   ONLY=churn,echo     some of the programs
#   NONBLOCK_IO_BACKEND=jnr   that backend only
require "rbconfig"
require "java"

module Torture
  # One program on one backend and collector. Its weight is its share of the time.
  Run = Struct.new(:program, :backend, :collector, :weight) do
    def name = [program, backend, collector].compact.join(" ")
  end

  class Runner
    FOLDER = __dir__
    LIBRARY = File.expand_path("../../lib", FOLDER)
    COLLECTORS = %w[G1 Parallel Serial Shenandoah Z].freeze
    WEIGHTS = { "network" => 3, "balance" => 8, "limits" => 4, "stall" => 4, "echo" => 16 }.freeze
    # All of the heap from the start, so that what grows is native memory.
    HEAP = %w[-J-Xms512m -J-Xmx512m -J-XX:+AlwaysPreTouch].freeze
    SHORTEST = 3
    GRACE = 120

    def initialize
      @seconds = Integer(ENV.fetch("SECONDS", "600"))
      @seed = Integer(ENV.fetch("SEED") { Random.new_seed % 1_000_000 })
      @backends = backends
      @failed = []
    end

    def run
      puts "SEED=#{@seed} SECONDS=#{@seconds}, #{RUBY_DESCRIPTION}"
      started = now
      plan = chosen
      plan.each_with_index do |run, index|
        left = @seconds - (now - started)
        share = [left * run.weight / plan.drop(index).sum(&:weight), SHORTEST].max
        attempt(run, share)
      end
      puts format("%<count>d runs in %<seconds>d s", count: plan.size, seconds: now - started)
      abort "Failed: #{@failed.join(", ")}. To repeat: SEED=#{@seed}" if @failed.any?
    end

    private

    def backends
      forced = ENV.fetch("NONBLOCK_IO_BACKEND", "")
      return [forced] unless forced.empty?

      RUBY_VERSION >= "3.4" ? %w[ffm jnr] : %w[jnr]
    end

    def chosen
      only = ENV["ONLY"]&.split(",")
      plan.select { |run| only.nil? || only.include?(run.program) }
    end

    def plan
      churns = collectors_in_turn.zip(@backends.cycle).map do |collector, backend|
        Run.new("churn", backend, collector, 5)
      end
      once = @seconds < 300 ? @backends.rotate(@seed).first(1) : @backends
      churns + WEIGHTS.flat_map do |program, weight|
        once.map { |backend| Run.new(program, backend, nil, weight) }
      end
    end

    # All of them, or two that another seed chooses others for.
    def collectors_in_turn
      @seconds < 300 ? collectors.rotate(@seed).first(2) : collectors
    end

    # Those of this JDK.
    def collectors
      java = File.join(Java::JavaLang::System.get_property("java.home"), "bin", "java")
      COLLECTORS.select do |name|
        system(java, "-XX:+Use#{name}GC", "-version", out: File::NULL, err: File::NULL)
      end
    end

    def attempt(run, share)
      puts "", "#{run.name}, #{share.round} s"
      options = run.collector ? ["-J-XX:+Use#{run.collector}GC"] : []
      pid = spawn(environment(run, share), RbConfig.ruby, *HEAP, *options, "-I#{LIBRARY}",
                  File.join(FOLDER, "#{run.program}.rb"))
      @failed << run.name unless ended_well?(pid, (2 * share) + GRACE)
    end

    def environment(run, share)
      { "MALLOC_ARENA_MAX" => "1", "NONBLOCK_IO_BACKEND" => run.backend, "SEED" => @seed.to_s,
        "SECONDS" => share.round.to_s, "SCALE" => (@seconds / 600.0).to_s }
    end

    # Asks a program that does not end for its threads before it ends it.
    def ended_well?(pid, limit)
      waiter = Process.detach(pid)
      return waiter.value.success? if waiter.join(limit)

      puts "does not end"
      Process.kill(:QUIT, pid)
      waiter.join(5)
      Process.kill(:KILL, pid)
      waiter.join
      false
    end

    def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end
end

Torture::Runner.new.run
