# frozen_string_literal: true

require "rbconfig"
require "socket"
require "tmpdir"
require_relative "native"

module Bench
  # The processes at the other end of some rows, on loopback, started once for all contestants.
  class Servers
    START_LIMIT = 30

    attr_reader :env

    def initialize
      @pids = []
      @env = {}
      @folder = Dir.mktmpdir("bench")
      @env["BENCH_CPU"] = cpu if cpu
    end

    # Returns the failure of the rows that need this server, if there is one.
    def start(name)
      case name
      when :redis then start_redis
      else @env["BENCH_#{name.upcase}_PORT"] = start_own(name)
      end
      nil
    rescue SystemCallError, Timeout::Error => e
      { "error" => "no #{name}", "message" => e.message }
    end

    def stop
      @pids.each do |pid|
        Process.kill(:TERM, pid)
        Process.wait(pid)
      end
      FileUtils.rm_rf(@folder)
    end

    private

    # The first CPU that this process may use, where there is a command to stay on it.
    def cpu
      @cpu ||= IO.popen(["taskset", "-c", "-p", Process.pid.to_s], &:read)[/: (\d+)/, 1]
    rescue SystemCallError
      nil
    end

    def spawn_pinned(*command, **options)
      @pids << (pid = Process.spawn(*command, **options))
      system("taskset", "-a", "-c", "-p", cpu, pid.to_s, out: File::NULL) if cpu
    end

    def start_own(name)
      program = Native.build("serve")
      command = program ? [program] : [RbConfig.ruby, File.join(ROOT, "bench", "serve.rb")]
      reader, writer = IO.pipe
      spawn_pinned(*command, name.to_s, out: writer)
      writer.close
      Timeout.timeout(START_LIMIT) { reader.gets }.chomp
    end

    def start_redis
      port = TCPServer.open("127.0.0.1", 0) { |server| server.addr[1] }.to_s
      socket = File.join(@folder, "redis")
      spawn_pinned(
        "redis-server", "--bind", "127.0.0.1", "--port", port, "--unixsocket", socket,
        "--save", "", "--appendonly", "no", "--dir", @folder, out: File::NULL
      )
      Timeout.timeout(START_LIMIT) { sleep 0.05 until File.exist?(socket) }
      @env.update("BENCH_REDIS_PORT" => port, "BENCH_REDIS_SOCKET" => socket)
    end
  end
end
