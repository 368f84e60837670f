# frozen_string_literal: true

unless RUBY_ENGINE == "jruby"
  raise LoadError, "nonblock-io is for JRuby: #{RUBY_ENGINE} has these methods built in"
end

require "socket"

# Non-blocking and datagram I/O for JRuby as C Ruby has it. Requiring "nonblock-io" replaces the
# methods of IO and of the socket classes that README.md lists; existing objects get them too.
#
# The Java property <tt>nonblock.io.backend</tt> or else the environment variable
# <tt>NONBLOCK_IO_BACKEND</tt> forces a backend: see NonblockIO.backend.
module NonblockIO
  {
    AddrinfoFields: "addrinfo_fields",
    CInteger: "c_integer",
    ConstantTable: "constant_table",
    DescriptorLimit: "descriptor_limit",
    OpeningErrors: "opening_errors",
    PackedAddress: "packed_address",
    SocketConstants: "socket_constants",
    SocketInspect: "socket_inspect",
    StreamCopy: "stream_copy"
  }.each { |name, file| autoload name, File.expand_path("nonblock_io/#{file}", __dir__) }
end

require_relative "nonblock_io/version"
require_relative "nonblock_io/nonblock_io_ext.jar"
JRuby::Util.load_ext("nonblockio.NonblockIOLibrary")
require_relative "nonblock_io/info"
require_relative "nonblock_io/socket"
unless RUBY_VERSION < "3.3" || Socket.const_defined?(:ResolutionError)
  Socket.autoload :ResolutionError, File.expand_path("nonblock_io/resolution_error", __dir__)
end
require_relative "nonblock_io/unix_socket_pair" if defined?(UNIXSocket)
if NonblockIO.backend == :jruby
  require "io/wait"
else
  require_relative "nonblock_io/copy_stream"
  require_relative "nonblock_io/sockets"
  require_relative "nonblock_io/addrinfo"
  require_relative "nonblock_io/datagrams"
  require_relative "nonblock_io/messages"
end
