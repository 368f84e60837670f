# frozen_string_literal: true

module Bench
  WrongResult = Class.new(StandardError)

  # One workload. `measure` runs in the contestant's process and returns a value for every metric.
  # `metrics` maps the suffix of the table row's name to its unit.
  class Row
    attr_reader :name, :metrics, :limit, :servers

    # `own_gem`: the row itself requires the gem, because doing so is what it measures.
    # `limit`: seconds, where the usual limit is too short. `servers`: those that it talks to.
    def initialize(name, metrics: { "" => "µs" }, servers: [], limit: nil, **traits, &work)
      @name = name
      @metrics = metrics
      @servers = servers
      @limit = limit
      @traits = traits
      @work = work
    end

    def jvm_only? = @traits[:jvm_only]

    def own_gem? = @traits[:own_gem]

    def labels = metrics.keys.to_h { |metric| [metric, metric.empty? ? name : "#{name}_#{metric}"] }

    def measure = @work.call

    # Options for the JVM that runs the row, as JRUBY_OPTS takes them.
    def jruby_opts = nil

    # Called in a process before its first row is measured.
    def rehearse = nil
  end

  # Rows that share a process: one after the other, in order, in a fresh process per round.
  class Family
    attr_reader :name, :rows, :rounds

    def initialize(name, default: false, rounds: Float::INFINITY, rows: [])
      @name = name
      @default = default
      @rounds = rounds
      @rows = rows
    end

    def default? = @default

    def only(some) = Family.new(name, default: default?, rounds: rounds, rows: rows & some)

    def row(name, **options, &work) = @rows << Row.new(name, **options, &work)

    def loop_row(name, stage, body, **options) = @rows << LoopRow.new(name, stage, body, **options)

    def alloc_row(name, stage, body) = @rows << AllocRow.new(name, stage, body)
  end

  @families = []

  class << self
    attr_reader :families

    def family(name, **options)
      found = families.find { |family| family.name == name }
      families << (found = Family.new(name, **options)) unless found
      yield found
    end

    def rows = families.flat_map(&:rows)
  end
end
