# frozen_string_literal: true

require_relative "stats"

module Bench
  # Every value of every contestant, by the label of the table's row.
  class Results
    def initialize(contestants)
      @contestants = contestants
      @values = Hash.new { |all, key| all[key] = [] }
      @failures = {}
    end

    def add(contestant, row, outcome)
      return @failures[[contestant.name, row.name]] = outcome if outcome["error"]

      outcome["values"].each do |metric, value|
        @values[[contestant.name, row.labels[metric]]] << value if value
      end
    end

    def failure(contestant, row) = @failures[[contestant.name, row.name]]

    def values(contestant, label) = @values.fetch([contestant.name, label], [])

    # The median of the best backend against that of another contestant; nil without both.
    def ratio(label, other)
      gem = @contestants.select(&:gem?).filter_map { |backend| middle(backend, label) }.min
      against = @contestants.find { |contestant| contestant.name == other }
      against &&= middle(against, label)
      gem / against if gem && against&.positive?
    end

    def failures
      @failures.map do |(contestant, row), outcome|
        "#{row}, #{contestant}: #{outcome["error"]}: #{outcome["message"].to_s[0, 160]}"
      end
    end

    private

    def middle(contestant, label)
      found = values(contestant, label)
      Bench.median(found) if found.any?
    end
  end
end
