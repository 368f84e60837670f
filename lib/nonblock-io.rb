# frozen_string_literal: true

unless RUBY_ENGINE == "jruby"
  raise LoadError, "nonblock-io is for JRuby: #{RUBY_ENGINE} has these methods built in"
end

require "socket"
require "io/wait"
require "jruby"

# Non-blocking and datagram I/O for JRuby as C Ruby has it. Requiring "nonblock-io" replaces the
# methods of IO and of the socket classes that README.md lists; existing objects get them too.
#
# NonblockIO.backend tells who makes the system calls: +:jnr+ (jnr-ffi, any JDK), +:ffm+ (the
# Foreign Function and Memory API, JDK 22 and newer, taken over from jnr under load) or +:jruby+
# (JRuby's own methods, where descriptors cannot be reached). The Java property
# <tt>nonblock.io.backend</tt> or else the environment variable <tt>NONBLOCK_IO_BACKEND</tt>
# forces one.
module NonblockIO
end

require_relative "nonblock_io/version"
require_relative "nonblock_io/nonblock_io_ext.jar"
JRuby::Util.load_ext("nonblockio.NonblockIOLibrary")
require_relative "nonblock_io/io"
require_relative "nonblock_io/socket"
unless NonblockIO.backend == :jruby
  require_relative "nonblock_io/sockets"
  require_relative "nonblock_io/addrinfo"
  require_relative "nonblock_io/datagrams"
  require_relative "nonblock_io/messages"
end
