# frozen_string_literal: true

class UNIXSocket
  # :call-seq:
  #   UNIXSocket.new(path) -> unixsocket
  #
  # Connects to the UNIX stream server of that name: a path or, on Linux, an abstract name, which
  # begins with a NUL character.
  #
  # Raises ArgumentError for a path too long for a socket address and the Errno of connect(2), such
  # as Errno::ENOENT or Errno::ECONNREFUSED.
  #
  #   socket = UNIXSocket.new("/run/example.sock")
  def initialize(path)
    __open_client(path)
  end

  # :call-seq:
  #   path -> string
  #
  # The path or abstract name that the socket is bound to, empty if there is none.
  #
  #   UNIXServer.new("/run/example.sock").path  #=> "/run/example.sock"
  def path
    __path
  end

  # :call-seq:
  #   addr -> ["AF_UNIX", path]
  #
  # The local address.
  #
  #   UNIXServer.new("/run/example.sock").addr  #=> ["AF_UNIX", "/run/example.sock"]
  def addr
    __addr(true)
  end

  # :call-seq:
  #   peeraddr -> ["AF_UNIX", path]
  #
  # The address of the other end. Raises Errno::ENOTCONN when there is none.
  #
  #   UNIXSocket.new("/run/example.sock").peeraddr  #=> ["AF_UNIX", "/run/example.sock"]
  def peeraddr
    __peeraddr(true)
  end
end

class UNIXServer
  remove_method :path, :addr, :peeraddr

  # :call-seq:
  #   UNIXServer.new(path) -> unixserver
  #
  # Makes a UNIX stream server with that path or, on Linux, abstract name, which begins with a NUL
  # character.
  #
  # Raises ArgumentError for a path too long for a socket address and the Errno of bind(2), such as
  # Errno::EADDRINUSE.
  #
  #   server = UNIXServer.new("/run/example.sock")
  def initialize(path)
    __open_server(path)
  end
end
