# frozen_string_literal: true

module Bench
  def self.median(values)
    sorted = values.sort
    middle = sorted.size / 2
    sorted.size.odd? ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0
  end

  # Half of the range, in percent of the median.
  def self.spread(values)
    middle = median(values)
    middle.zero? ? 0 : ((values.max - values.min) * 50 / middle).round
  end
end
