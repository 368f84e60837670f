# frozen_string_literal: true

# Passing an open file to another process over a UNIX socket: the parent opens a file that the
# child could not find by name, and the child writes to it.
#
#   jruby examples/pass_descriptor.rb
require "nonblock-io"
require "rbconfig"
require "tempfile"
require "tmpdir"

# The child connects to the path, receives the file and the text, and writes the one to the other.
def child(path)
  UNIXSocket.open(path) do |socket|
    text, _sender, _flags, control = socket.recvmsg(1024, 0, nil, scm_rights: true)
    file = control.unix_rights.first
    file.write("the child was told: #{text}\n")
    file.close
  end
end

def parent
  Dir.mktmpdir do |folder|
    UNIXServer.open(File.join(folder, "socket")) do |server|
      pid = spawn(RbConfig.ruby, "-I#{library}", __FILE__, server.path)
      abort "the child did not connect" unless server.wait_readable(60)
      hand_over(server.accept)
      Process.wait(pid)
    end
  end
end

def hand_over(connection)
  Tempfile.create do |file|
    File.unlink(file.path)
    rights = Socket::AncillaryData.unix_rights(file)
    connection.sendmsg("write something", 0, nil, rights)
    connection.read # until the child has closed its end
    file.rewind
    puts file.read
  end
ensure
  connection.close
end

# Where this process found the gem, for the child.
def library = File.dirname($LOADED_FEATURES.find { |path| path.end_with?("/nonblock-io.rb") })

ARGV.empty? ? parent : child(ARGV.first)
