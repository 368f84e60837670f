# frozen_string_literal: true

module Bench
  ROOT = File.expand_path("../..", __dir__)
  WORK = File.join(ROOT, "tmp", "bench")

  # What the environment asks for.
  module Settings
    module_function

    def quick? = ENV.fetch("QUICK", "") != ""

    def save? = ENV.fetch("SAVE", "") != ""

    def rounds = Integer(ENV.fetch("ROUNDS", quick? ? 2 : 5))

    # Seconds after which a default run begins no further round, so that it ends in four minutes.
    def budget = ENV.key?("ROWS") || ENV.key?("ROUNDS") ? Float::INFINITY : 225

    def net_http_mib = Integer(ENV.fetch("NET_HTTP_MIB", quick? ? 128 : 1024))

    # Seconds per row. Only a JVM needs a warm-up worth the name.
    def timing(jvm)
      return { "BENCH_WARMUP" => "0.05", "BENCH_MEASURE" => "0.1" } unless jvm

      { "BENCH_WARMUP" => quick? ? "0.3" : "0.4", "BENCH_MEASURE" => "0.1" }
    end

    def list(name) = ENV.fetch(name, "").split(",").map(&:strip).reject(&:empty?)

    # The families with the rows that ROWS= names by their beginnings: "all" is every row, the
    # default those of the default families.
    def families
      prefixes = list("ROWS")
      rows = Bench.families.select(&:default?).flat_map(&:rows)
      rows = Bench.rows.select { |row| row.name.start_with?(*prefixes) } unless prefixes.empty?
      rows = Bench.rows if prefixes == ["all"]
      Bench.families.map { |family| family.only(rows) }.reject { |family| family.rows.empty? }
    end
  end
end
