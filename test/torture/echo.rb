# frozen_string_literal: true

# Data goes to the other end of every kind of stream and comes back; checksums of what was sent,
# of what arrived there and of what came back have to be equal.
require_relative "support"
require_relative "echo_ends"

module Torture
  class Echo
    GIBIBYTE = 1 << 30
    # The GiB that each of two backends moves in a whole run.
    SHARES = { pipe: 1.0, unix: 1.0, unix_dgram: 0.8, unix_seqpacket: 0.8, tcp: 1.0, udp: 0.3,
               file: 0.3, pty: 0.008 }.freeze
    TWO_PAIRS = %i[pipe].freeze

    def run
      total = SHARES.sum do |kind, gibibytes|
        bytes = (gibibytes * GIBIBYTE * SCALE).to_i
        bytes = [bytes, 1 << 20].max
        measured(kind, bytes) { kind == :file ? file(bytes) : streams(kind, bytes) }
        bytes
      end
      Torture.report(format("%.2f GiB in all there and back", total.fdiv(GIBIBYTE)))
    end

    private

    def measured(kind, bytes)
      started = Torture.now
      sums = yield
      seconds = Torture.now - started
      Torture.expect(sums.uniq.size == 1, "#{kind}: checksums #{sums} differ")
      Torture.report(format("%-15s %8.1f MiB, %6.1f MiB/s, checksum %08x", kind,
                            bytes.fdiv(1 << 20), bytes.fdiv(1 << 20) / seconds, sums.first))
    end

    def streams(kind, bytes)
      there = Builder.open(kind).reverse
      back = TWO_PAIRS.include?(kind) ? Builder.open(kind).reverse : there.reverse
      near = NearEnd.new(kind, there.first, back.last, bytes)
      far = FarEnd.new(kind, back.first, there.last, bytes)
      calls = [far.method(:run), near.method(:send_all), near.method(:receive_all)]
      calls.map { |call| Thread.new { call.call } }.each(&:value)
      [near.sent, far.seen, near.received]
    ensure
      (there + back).uniq.each(&:close)
    end

    def file(bytes)
      reader, writer = Dir.mktmpdir("torture") do |folder|
        path = File.join(folder, "file")
        [File.open(path, "ab"), File.open(path, "rb")].reverse
      end
      FileEnds.new(reader, writer, bytes).run
    ensure
      [reader, writer].each(&:close)
    end
  end
end

Torture::Echo.new.run
Torture.finish
