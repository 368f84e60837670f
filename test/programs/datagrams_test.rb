# frozen_string_literal: true

require_relative "programs"

# The datagrams of syslog and of systemd, to and from other programs.
class DatagramsTest < ProgramTest
  def setup
    linux_only
  end

  def test_what_logger_sends
    program = need_program("logger")
    log = named_dgram("log")
    assert system(program, "--socket", unix_path("log"), *%w[-d -t app -p user.info hello])
    line = await(log).recv(1000)
    assert_match(/\A<14>.* app(\[\d+\])?: hello/, line)
  end

  def test_what_socat_sends
    program = need_program("socat")
    log = named_dgram("log")
    command = [program, "-u", "-", "UNIX-SENDTO:#{unix_path("log")}"]
    IO.popen(command, "w") { |io| io.write("<30>x: y") }
    assert_equal "<30>x: y", await(log).recvfrom(1000).first
  end

  def test_a_syslog_line_to_another_process
    log = named_dgram("log")
    client = track(Socket.new(:UNIX, :DGRAM))
    client.connect(Addrinfo.unix(unix_path("log"), :DGRAM))
    client.send("<13>app: first", 0)
    client.write_nonblock("<13>app: second")
    client.sendmsg("<13>app: third")
    assert_equal %w[first second third], Array.new(3) { log.recv(100)[/\w+\z/] }
  end

  def test_a_child_tells_that_it_is_ready
    notify = track(Socket.new(:UNIX, :DGRAM))
    name = "\0nonblock-io-#{Process.pid}-#{object_id}"
    notify.bind(Addrinfo.unix(name, :DGRAM))
    notify.setsockopt(:SOCKET, :PASSCRED, true)
    out, errors, ended = ruby_output(<<~'RUBY', NOTIFY_SOCKET: name.sub("\0", "@"))
      require "socket"
      require "nonblock-io" if RUBY_ENGINE == "jruby"
      path = ENV["NOTIFY_SOCKET"].sub(/\A@/, "\0")
      Addrinfo.unix(path, :DGRAM).connect { |s| s.send("READY=1\nSTATUS=#{Process.pid}", 0) }
      puts Process.pid
    RUBY
    assert ended, errors
    data, _, _, credentials = await(notify).recvmsg(1000)
    assert_equal "READY=1\nSTATUS=#{out}".chomp, data
    assert_equal out.to_i, credentials.data.unpack1("i")
  end
end
