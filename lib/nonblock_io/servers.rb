# frozen_string_literal: true

class Socket
  # :call-seq:
  #   listen(backlog) -> 0
  #
  # Lets clients connect to the socket, with up to +backlog+ waiting, by listen(2).
  #
  # Raises TypeError for a backlog that is not an integer and the Errno of listen(2), such as
  # Errno::EOPNOTSUPP for a datagram socket.
  #
  #   server = Socket.new(:INET, :STREAM)
  #   server.bind(Addrinfo.tcp("127.0.0.1", 0))
  #   server.listen(5)  #=> 0
  def listen(backlog)
    __listen(NonblockIO::CInteger.int(backlog))
  end

  # :call-seq:
  #   accept -> [socket, addrinfo]
  #
  # Waits for a connection and returns it with the client's address.
  #
  # Raises IOError when the socket is closed (by another thread too), IO::TimeoutError after
  # IO#timeout, and the Errno of accept(2), such as Errno::EINVAL for a socket that does not listen.
  #
  #   connection, address = server.accept
  def accept
    __accept
  end

  # :call-seq:
  #   accept_nonblock(exception: true) -> [socket, addrinfo] or symbol
  #
  # Socket#accept without waiting: when no client is there it raises IO::EAGAINWaitReadable or, if
  # +exception+ is +false+, returns +:wait_readable+.
  #
  #   server.accept_nonblock(exception: false)  #=> :wait_readable
  def accept_nonblock(exception: true)
    __accept_nonblock(exception)
  end

  # :call-seq:
  #   sysaccept -> [descriptor, addrinfo]
  #
  # Socket#accept that returns the bare descriptor, for which the caller is responsible.
  #
  #   descriptor, address = server.sysaccept
  #   Socket.for_fd(descriptor)
  def sysaccept
    __sysaccept
  end
end

class TCPServer
  # :call-seq:
  #   listen(backlog) -> 0
  #
  # Changes how many clients may wait, with listen(2).
  #
  # Raises TypeError for a backlog that is not an integer.
  #
  #   TCPServer.new("127.0.0.1", 0).listen(100)  #=> 0
  def listen(backlog)
    __listen(NonblockIO::CInteger.int(backlog))
  end

  # :call-seq:
  #   accept -> tcpsocket
  #
  # Waits for a connection.
  #
  # Raises IOError when the server is closed (by another thread too), IO::TimeoutError after
  # IO#timeout, and the Errno of accept(2), such as Errno::EMFILE.
  #
  #   server = TCPServer.new("127.0.0.1", 0)
  #   connection = server.accept
  def accept
    __accept
  end

  # :call-seq:
  #   accept_nonblock(exception: true) -> tcpsocket or symbol
  #
  # TCPServer#accept without waiting: when no client is there it raises IO::EAGAINWaitReadable or,
  # if +exception+ is +false+, returns +:wait_readable+.
  #
  #   TCPServer.new("127.0.0.1", 0).accept_nonblock(exception: false)  #=> :wait_readable
  def accept_nonblock(exception: true)
    __accept_nonblock(exception)
  end

  # :call-seq:
  #   sysaccept -> descriptor
  #
  # TCPServer#accept that returns the bare descriptor, for which the caller is responsible.
  #
  #   TCPSocket.for_fd(server.sysaccept)
  def sysaccept
    __sysaccept
  end
end

class UNIXServer
  # :call-seq:
  #   listen(backlog) -> 0
  #
  # Changes how many clients may wait, with listen(2).
  #
  # Raises TypeError for a backlog that is not an integer.
  #
  #   UNIXServer.new("/run/example.sock").listen(100)  #=> 0
  def listen(backlog)
    __listen(NonblockIO::CInteger.int(backlog))
  end

  # :call-seq:
  #   accept -> unixsocket
  #
  # Waits for a connection.
  #
  # Raises IOError when the server is closed (by another thread too), IO::TimeoutError after
  # IO#timeout, and the Errno of accept(2), such as Errno::EMFILE.
  #
  #   server = UNIXServer.new("/run/example.sock")
  #   connection = server.accept
  def accept
    __accept
  end

  # :call-seq:
  #   accept_nonblock(exception: true) -> unixsocket or symbol
  #
  # UNIXServer#accept without waiting: when no client is there it raises IO::EAGAINWaitReadable or,
  # if +exception+ is +false+, returns +:wait_readable+.
  #
  #   UNIXServer.new("/run/example.sock").accept_nonblock(exception: false)  #=> :wait_readable
  def accept_nonblock(exception: true)
    __accept_nonblock(exception)
  end

  # :call-seq:
  #   sysaccept -> descriptor
  #
  # UNIXServer#accept that returns the bare descriptor, for which the caller is responsible.
  #
  #   UNIXSocket.for_fd(server.sysaccept)
  def sysaccept
    __sysaccept
  end
end
