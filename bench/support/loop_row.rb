# frozen_string_literal: true

require_relative "stage"

module Bench
  # A row whose work is a loop around one line of Ruby. The line is compiled into a class of its
  # own, so that no row shares call sites with another, and the loop into a method that is called
  # often, so that JRuby compiles it. The stage's parts are the local variables the line can use.
  class LoopRow < Row
    BATCH = 0.01
    ENOUGH_CALLS = 200
    # A young generation that the warm-up has gone through, in one piece: the first use of memory
    # is a page fault, which costs more than a read of 16 KiB, and G1 goes on to fresh memory for
    # much longer than a row takes.
    JRUBY_OPTS = "-J-Xmn128m -J-XX:+UseParallelGC"
    NOEX = { exception: false }.freeze

    # `expect` is compared (===) with what the line returns the first time. `calls` is the number
    # of iterations in one call of the method: within JRuby's cache of small integers. `pinned`
    # puts the process on the CPU of its server, and adds its CPU time to the metrics.
    def initialize(name, stage, body, expect: nil, calls: 200, pinned: false, **options)
      options[:metrics] = { "" => "µs", "cpu" => "µs" } if pinned
      super(name, **options)
      @stage = stage
      @body = body
      @expect = expect
      @calls = calls
      @pinned = pinned
    end

    def measure
      with_subject do |subject|
        warm_up(subject)
        pin if @pinned
        timed(subject)
      end
    end

    def jruby_opts = JRUBY_OPTS

    # Has a JVM compile what all rows use.
    def rehearse
      with_subject { |subject| warm_up(subject) }
    end

    private

    def with_subject
      Stage.open(@stage) do |parts|
        subject = compile(parts.keys).new(parts)
        check(subject.once)
        yield subject
      end
    end

    def check(value)
      return if @expect.nil? || @expect === value

      raise WrongResult, value.inspect[0, 100]
    end

    def warm_up(subject)
      seconds = Float(ENV.fetch("BENCH_WARMUP")) * patience
      started = now
      calls = 0
      until (now - started > seconds && calls > ENOUGH_CALLS) || now - started > 3 * seconds
        subject.run(@calls)
        calls += 1
      end
    end

    def patience = @pinned ? 6 : 1

    # All threads, after a long warm-up: the JVM's compiler would want the CPU too.
    def pin
      cpu = ENV["BENCH_CPU"] or return
      system("taskset", "-a", "-c", "-p", cpu, Process.pid.to_s, out: File::NULL)
    end

    def timed(subject)
      times = []
      done = 0
      cpu = cpu_now
      deadline = now + Float(ENV.fetch("BENCH_MEASURE"))
      until now > deadline && times.size >= 3
        count, seconds = batch(subject)
        done += count
        times << seconds / count
      end
      values = { "" => Bench.median(times) * 1e6 }
      values["cpu"] = (cpu_now - cpu) / done * 1e6 if @pinned
      values
    end

    def batch(subject)
      count = 0
      started = now
      until (seconds = now - started) > BATCH
        subject.run(@calls)
        count += @calls
      end
      [count, seconds]
    end

    def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

    def cpu_now = Process.times.then { |times| times.utime + times.stime }

    def compile(names)
      locals = names.map { |name| "#{name} = @#{name}" }.join("; ")
      body = @body
      Class.new do
        define_method(:initialize) do |parts|
          parts.each { |name, part| instance_variable_set("@#{name}", part) }
        end
        class_eval <<~RUBY, "bench", 1
          def once
            noex = NOEX; #{locals}
            #{body}
          end

          def run(n)
            noex = NOEX; #{locals}
            i = 0
            while i < n
              #{body}
              i += 1
            end
          end
        RUBY
        const_set(:NOEX, LoopRow::NOEX)
      end
    end
  end

  # Bytes that one iteration allocates on the Java heap, from the JVM's counter for this thread.
  class AllocRow < LoopRow
    def initialize(name, stage, body, **options)
      super(name, stage, body, metrics: { "" => "B" }, jvm_only: true, **options)
    end

    private

    # The JVM leaves out allocations only in its last and best code.
    def patience = 3

    def timed(subject)
      require "java"
      bean = java.lang.management.ManagementFactory.thread_mx_bean
      thread = java.lang.Thread.current_thread.id
      bytes = Array.new(9) do
        before = bean.get_thread_allocated_bytes(thread)
        50.times { subject.run(@calls) }
        (bean.get_thread_allocated_bytes(thread) - before).fdiv(50 * @calls)
      end
      { "" => Bench.median(bytes) }
    end
  end
end
