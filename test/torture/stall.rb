# frozen_string_literal: true

# How long 16 threads on the hot paths keep a safepoint waiting, by the JVM's own log, beside 16
# threads that only compute. The figures are for people to judge: on a loaded machine both are
# those of its scheduler.
require "rbconfig"
require_relative "support"

module Torture
  module Stall
    THREADS = 16

    WORK = <<~'RUBY'
      require "jruby"
      require "nonblock-io"
      mode, seconds = ARGV
      deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + seconds.to_f
      server = TCPServer.new("127.0.0.1", 0)
      makers = [-> { IO.pipe }, -> { UNIXSocket.pair }, -> { UNIXSocket.pair(:DGRAM) },
                -> { [TCPSocket.new("127.0.0.1", server.addr[1]), server.accept] }]
      def exchange(reader, writer, data, buffer)
        200.times do
          writer.write_nonblock(data, exception: false)
          reader.wait_readable(0)
          while reader.read_nonblock(16_384, buffer, exception: false).is_a?(String); end
          IO.select([reader], nil, nil, 0)
        end
      end
      def compute(data)
        200.times { data.sum; data.reverse }
      end
      threads = Array.new(16) do |i|
        reader, writer = makers[i % 4].call
        data = "x" * [1, 16_384][i / 4 % 2]
        buffer = +""
        Thread.new do
          while Process.clock_gettime(Process::CLOCK_MONOTONIC) < deadline
            mode == "work" ? exchange(reader, writer, data, buffer) : compute(data)
          end
        end
      end
      JRuby.gc while threads.any? { |thread| !thread.join(0.03) }
    RUBY

    module_function

    def run
      %w[work computing].each do |mode|
        reaching = measured(mode, (SECONDS / 3).clamp(6, 60)).sort
        Torture.expect(reaching.size > 10, "#{mode}: only #{reaching.size} safepoints")
        next if reaching.empty?

        Torture.report(format("%-9s %d safepoints, reached in %.3f ms (median), %.3f ms (99 %%), " \
                              "%.3f ms (worst)", mode, reaching.size, at(reaching, 0.5),
                              at(reaching, 0.99), reaching.last / 1e6))
      end
    end

    def at(sorted, share) = sorted[((sorted.size - 1) * share).round] / 1e6

    # Nanoseconds. The first seconds belong to the compiler.
    def measured(mode, seconds)
      Dir.mktmpdir("torture") do |folder|
        log = File.join(folder, "safepoints")
        system(RbConfig.ruby, "-J-Xmx256m", "-J-Xlog:safepoint*:file=#{log}:uptime",
               "-J-XX:+UnlockDiagnosticVMOptions", "-J-XX:GuaranteedSafepointInterval=20",
               "-I#{File.expand_path("../../lib", __dir__)}", "-e", WORK, mode, seconds.to_s) ||
          Torture.complain("#{mode} ended with #{$?}")
        File.readlines(log).filter_map { |line| nanoseconds(line) }
      end
    end

    def nanoseconds(line)
      uptime = line[/\A\[([\d.]+)s\]/, 1].to_f
      line[/Reaching safepoint: +(\d+) ns/, 1]&.to_i if uptime > 3
    end
  end
end

Torture::Stall.run
Torture.finish
