# frozen_string_literal: true

# Runs the rows named as arguments in this process; prints one line of JSON for each.
require_relative "support/rows"

module Bench
  # The gem with the backend that BENCH_GEM names; nothing for a contestant without the gem.
  def self.require_gem
    backend = ENV["BENCH_GEM"] or return
    require "nonblock-io"
    raise WrongResult, "backend #{NonblockIO.backend}" unless NonblockIO.backend.to_s == backend
  end

  def self.outcome(row)
    require_gem unless row.own_gem?
    row.rehearse if row.name == ARGV.first
    { values: row.measure }
  rescue Exception => e # rubocop:disable Lint/RescueException
    { error: e.class.name, message: e.message.to_s[0, 300] }
  end
end

ARGV.each do |name|
  outcome = Bench.outcome(Bench.rows.find { |row| row.name == name })
  require "json"
  $stdout.puts JSON.generate({ row: name }.merge(outcome))
  $stdout.flush
end
