# frozen_string_literal: true

# Run in a process of its own with a gem that was installed somewhere: argument one is the folder
# below which the gem must have been loaded from. Prints the backend when everything worked.
require "jruby"
require "nonblock-io"
require "nonblock-io/text"

def check(what, expected, actual)
  abort "#{what}: #{actual.inspect} instead of #{expected.inspect}" unless expected == actual
end

def check_origin(folder)
  jar = Java::JavaLang::Class.for_name("nonblockio.NonblockIOLibrary", true,
                                       JRuby.runtime.jruby_class_loader)
    .protection_domain.code_source.location.to_s
  source = NonblockIO.method(:info).source_location.first
  [jar, source].each { |path| abort "#{path} was loaded" unless path.include?(folder) }
end

def check_streams
  reader, writer = IO.pipe
  check "empty pipe", :wait_readable, reader.read_nonblock(9, exception: false)
  check "write_nonblock", 5, writer.write_nonblock("hello")
  check "read_nonblock", "hello", reader.read_nonblock(9)
  server = TCPServer.new("127.0.0.1", 0)
  client = TCPSocket.new("127.0.0.1", server.addr[1])
  connection = server.accept
  client.write("hello")
  check "IO.select", [[connection], [], []], IO.select([connection], nil, nil, 10)
  check "recv", "hello", connection.recv(9)
end

def check_messages
  one, two = UNIXSocket.pair(:DGRAM)
  one.send("hello", 0)
  check "MSG_PEEK", "he", two.recv(2, Socket::MSG_PEEK)
  check "datagram", "hello", two.recv(9, 0, +"")
  one, two = UNIXSocket.pair
  one.sendmsg("out", 0, nil, Socket::AncillaryData.unix_rights(one))
  *, rights = two.recvmsg(scm_rights: true)
  rights.unix_rights.first.write("back")
  check "passed descriptor", "back", two.recv(9)
  two.setsockopt(:SOCKET, :PASSCRED, true) if Socket.const_defined?(:SO_PASSCRED)
  check "option", true, one.getsockopt(:SOCKET, :TYPE).inspect.include?("SOCK_STREAM")
end

check_origin(ARGV.fetch(0))
check_streams
check_messages unless NonblockIO.backend == :jruby
puts NonblockIO.backend
warn NonblockIO.info if ENV["SMOKE_INFO"]
