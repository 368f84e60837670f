# frozen_string_literal: true

# At the limit of descriptors and of memory calls fail with an exception of their own, and all is
# well again once there is room.
require "rbconfig"
require_relative "support"

module Torture
  module Limits
    COMMAND = [RbConfig.ruby, "--dev", "-I#{File.expand_path("../../lib", __dir__)}"].freeze

    # JRuby's Socket.new reads /etc/protocols, and raises Java's own exception where it cannot; its
    # IO#dup, which is not the library's, answers EBADF.
    DESCRIPTORS = <<~'RUBY'
      require "nonblock-io"
      near, far = UNIXSocket.pair
      server = TCPServer.new("127.0.0.1", 0)
      client = TCPSocket.new("127.0.0.1", server.addr[1])
      named = Addrinfo.unix("\0torture#{Process.pid}").listen
      waiting = Array.new(3) { Addrinfo.unix("\0torture#{Process.pid}").connect }
      server.accept.close
      pending = TCPSocket.new("127.0.0.1", server.addr[1])
      calls = {
        pair: -> { UNIXSocket.pair }, dgram: -> { UNIXSocket.pair(:DGRAM) },
        socket_pair: -> { Socket.pair(:UNIX, :SEQPACKET) }, socket: -> { Socket.new(:INET, :STREAM) },
        unix: -> { UNIXSocket.new("\0torture#{Process.pid}") },
        accept: -> { named.accept }, accept_nonblock: -> { named.accept_nonblock },
        connect: -> { Addrinfo.unix("\0torture#{Process.pid}").connect },
        sysaccept: -> { named.sysaccept }, tcp: -> { server.accept_nonblock },
        pipe: -> { IO.pipe }, recv_io: -> { near.send_io(client).then { far.recv_io } }
      }
      waiters = Array.new(4) { Thread.new { near.wait_readable } }
      Thread.pass until waiters.all? { |thread| thread.status == "sleep" }
      held = []
      100.times do
        kept = []
        begin
          loop { kept << File.open(File::NULL) }
        rescue SystemCallError, IOError
          kept.pop.close
          kept << File.open(File::NULL)
        end
        calls.each do |name, call|
          got = begin
            call.call
          rescue Errno::EMFILE, SocketError, IOError => e
            e.class
          rescue java.lang.RuntimeException => e
            e.message.start_with?("getprotobynumber") ? Errno::EMFILE : e
          end
          next if got == Errno::EMFILE || (name == :recv_io && got == SocketError)

          puts "#{name} answers #{got.inspect} without descriptors"
        end
        IO.select([near], [near], nil, 0.001)
        near.read_nonblock(1, exception: false)
        kept.each(&:close)
        UNIXSocket.pair.each(&:close)
        held << Dir.children("/proc/self/fd").size
      end
      puts "#{held.uniq} descriptors" if held.drop(1).uniq.size > 1
      puts "#{100 * calls.size} calls"
      waiters.each(&:kill)
    RUBY

    MEMORY = <<~'RUBY'
      require "nonblock-io"
      server = TCPServer.new("127.0.0.1", 0)
      tcp = [TCPSocket.new("127.0.0.1", server.addr[1]), server.accept]
      counts = Hash.new(0)
      lengths = [1 << 27, 1 << 30, (1 << 31) - 1, 1 << 31, 1 << 40, (1 << 62)]
      buffer = +""
      [IO.pipe, UNIXSocket.pair, UNIXSocket.pair(:DGRAM), UNIXSocket.pair(:SEQPACKET), tcp].each do |reader, writer|
        writer.sync = true
        calls = [-> n { reader.read_nonblock(n) }, -> n { reader.read_nonblock(n, buffer) },
                 -> n { reader.readpartial(n) }, -> n { reader.sysread(n) }, -> n { reader.sysread(n, buffer) }]
        if reader.is_a?(BasicSocket)
          calls += [-> n { reader.recv(n) }, -> n { reader.recv(n, 0, buffer) }, -> n { reader.recv_nonblock(n) },
                    -> n { reader.recvmsg(n).first }, -> n { reader.recvmsg(10, 0, n).first },
                    -> n { reader.recvmsg_nonblock(n, 0, n).first }]
        end
        lengths.each do |length|
          calls.each_with_index do |call, i|
            writer.write("hello")
            got = begin
              call.call(length)
            rescue NoMemoryError, RangeError, ArgumentError, IO::WaitReadable, Errno::ENOBUFS, Errno::EMSGSIZE, Errno::ENOMEM => e
              e.class
            end
            counts[got.is_a?(String) ? :data : got] += 1
            puts "#{reader.class} #{i} #{length}: #{got.inspect}" if got.is_a?(String) && got != "hello"
            buffer.replace("")
            reader.read_nonblock(100, exception: false)
          end
        end
        long = "x" * (24 << 20)
        begin
          writer.write_nonblock(long)
        rescue NoMemoryError, SystemCallError => e
          counts[e.class] += 1
        end
        GC.start
      end
      puts "calls: #{counts.map { |answer, count| "#{count} #{answer}" }.join(", ")}"
    RUBY

    module_function

    def run
      child("descriptors", ["/bin/sh", "-c", 'ulimit -n 160; exec "$0" "$@"', *COMMAND],
            DESCRIPTORS, /\A1200 calls\n\z/)
      child("memory", [*COMMAND, "-J-Xms64m", "-J-Xmx64m", "-J-XX:MaxDirectMemorySize=32m"],
            MEMORY, /\Acalls: .*NoMemoryError.*\n\z/)
    end

    def child(name, command, script, expected)
      output = IO.popen([*command, "-e", script], err: %i[child out], &:read)
      return Torture.report("#{name}: #{output}") if $?.success? && output.match?(expected)

      Torture.complain("#{name}: #{$?}\n#{output.lines.uniq.first(40).join}")
    end
  end
end

Torture::Limits.run
Torture.finish
