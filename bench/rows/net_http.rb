# frozen_string_literal: true

# A large body through Net::HTTP: CPU seconds per GiB of the reading process, and its memory. The
# first body of a process is a row of its own: there, a JVM is still compiling.
Bench.family("net_http", default: true, rounds: 3) do |family|
  units = %w[user system cpu first].to_h { |metric| [metric, "s/GiB"] }
  family.row("net_http", metrics: units.merge("rss" => "MiB"), limit: 60, servers: [:http]) do
    require "net/http"
    mib = Integer(ENV.fetch("NET_HTTP_MIB"))
    warm_up = RUBY_ENGINE == "jruby" ? [2, 1024 / mib].max : 0
    bodies = Array.new(warm_up + 1) { Bench.body_cpu(mib) }
    user, system = bodies.last
    { "user" => user, "system" => system, "cpu" => user + system, "first" => bodies.first.sum,
      "rss" => Bench.rss_anon }
  end
end

module Bench
  def self.body_cpu(mib)
    before = Process.times
    Net::HTTP.start("127.0.0.1", Integer(ENV.fetch("BENCH_HTTP_PORT"))) do |http|
      http.request_get("/#{mib}") do |response|
        response.read_body(&:clear)
        bytes = response.content_length
        raise WrongResult, "#{bytes} bytes" unless bytes == mib << 20
      end
    end
    after = Process.times
    %i[utime stime].map { |time| (after[time] - before[time]) * 1024 / mib }
  end

  def self.rss_anon
    status = "/proc/self/status"
    File.read(status)[/^RssAnon:\s*(\d+)/, 1].to_i / 1024.0 if File.exist?(status)
  end
end
