# frozen_string_literal: true

class BasicSocket
  # :call-seq:
  #   send(mesg, flags, dest_sockaddr = nil) -> integer
  #
  # Sends +mesg+ and returns how many bytes of it were sent: all of a datagram, perhaps a part for
  # a stream. Waits while there is no room. +flags+ are zero or more of the +MSG_+ constants,
  # +dest_sockaddr+ is an Addrinfo or a packed address. A closed peer raises Errno::EPIPE, never
  # SIGPIPE.
  #
  # Raises IOError for a closed socket, TypeError for a message that is not a String, and the Errno
  # of any other failure: Errno::EMSGSIZE for a datagram too long, Errno::ECONNREFUSED when nobody
  # took the last one, Errno::EDESTADDRREQ without a destination.
  #
  #   receiver = Addrinfo.udp("127.0.0.1", 0).bind
  #   Socket.new(:INET, :DGRAM).send("hello", 0, receiver.local_address)  #=> 5
  def send(mesg, flags, dest_sockaddr = nil)
    __sendto(mesg, flags, dest_sockaddr)
  end
end

class UDPSocket
  # :call-seq:
  #   send(mesg, flags, host, port) -> integer
  #   send(mesg, flags, dest_sockaddr = nil) -> integer
  #
  # BasicSocket#send that takes a host name or address and a port number or service name too. The
  # addresses of the host that are of the socket's family are tried one after the other.
  #
  # Raises SocketError if the host has none.
  #
  #   socket = UDPSocket.new
  #   socket.send("hello", 0, "127.0.0.1", 9999)  #=> 5
  def send(mesg, flags, host_or_sockaddr = nil, port = (no_port = true))
    return __sendto(mesg, flags, host_or_sockaddr) if no_port

    __sendto_host(mesg, flags, host_or_sockaddr, port)
  end

  alias __initialize initialize # :nodoc:
  alias __bind_channel bind # :nodoc:
  alias __connect_channel connect # :nodoc:
  private :__initialize, :__bind_channel, :__connect_channel

  # :call-seq:
  #   UDPSocket.new(family = Socket::AF_INET) -> udpsocket
  #
  # Makes a datagram socket of that family, a symbol, string or constant.
  #
  # Raises SocketError for an unknown name and the Errno of socket(2), such as Errno::EAFNOSUPPORT
  # or Errno::EMFILE.
  #
  #   UDPSocket.new(:INET6)
  def initialize(family = Socket::AF_INET)
    family = NonblockIO::SocketConstants.family(family)
    NonblockIO::DescriptorLimit.explained("socket(2) - udp") { __initialize(family) }
    __host_family(family) if family == Socket::AF_INET6
  end

  # :call-seq:
  #   bind(host, port) -> 0
  #
  # Gives the socket a local address: a host, "" for all of them, and a port number or service
  # name, 0 for any that is free.
  #
  # Raises SocketError if the host has no address of the socket's family and the Errno of bind(2),
  # such as Errno::EADDRINUSE.
  #
  #   UDPSocket.new.bind("127.0.0.1", 9999)  #=> 0
  def bind(host, port)
    __bind_host(host, port)
  end

  # :call-seq:
  #   connect(host, port) -> 0
  #
  # Makes a host and a port the destination of messages without one, and the only sender that
  # messages are taken from. The host's first address of the socket's family counts.
  #
  # Raises SocketError if the host has none.
  #
  #   socket = UDPSocket.new
  #   socket.connect("127.0.0.1", 9999)
  #   socket.send("hello", 0)  #=> 5
  def connect(host, port)
    __connect_host(host, port)
  end

  # :call-seq:
  #   recvfrom_nonblock(maxlen, flags = 0, buf = nil, exception: true)
  #     -> [string, [family, port, host, ip]] or symbol
  #
  # IPSocket#recvfrom without waiting: when nothing is there it raises IO::EAGAINWaitReadable or,
  # if +exception+ is +false+, returns +:wait_readable+ and leaves +buf+ as it was.
  #
  #   socket.recvfrom_nonblock(16, exception: false)  #=> :wait_readable
  def recvfrom_nonblock(maxlen, flags = 0, buf = nil, exception: true)
    __recvfrom_nonblock(maxlen, flags, buf, exception)
  end
end

class IPSocket
  # :call-seq:
  #   recvfrom(maxlen, flags = 0, buf = nil) -> [string, [family, port, host, ip] or nil] or nil
  #
  # BasicSocket#recv that tells the sender too. The host is looked up if #do_not_reverse_lookup is
  # false, else it is the ip. A connection may know no sender (on Linux). At the end of a stream
  # the result is +nil+ since Ruby 3.3.
  #
  #   socket.recvfrom(10)  #=> ["hello", ["AF_INET", 39298, "127.0.0.1", "127.0.0.1"]]
  def recvfrom(maxlen, flags = 0, buf = nil)
    __recvfrom(maxlen, flags, buf)
  end
end

class UNIXSocket
  # :call-seq:
  #   recvfrom(maxlen, flags = 0, buf = nil) -> [string, ["AF_UNIX", path]] or nil
  #
  # BasicSocket#recv that tells the sender's path too, "" for a socket without a name. At the end of
  # a stream the result is +nil+ since Ruby 3.3.
  #
  #   a, b = UNIXSocket.pair
  #   a << "hello"
  #   b.recvfrom(10)  #=> ["hello", ["AF_UNIX", ""]]
  def recvfrom(maxlen, flags = 0, buf = nil)
    __recvfrom(maxlen, flags, buf)
  end
end

class Socket
  # :call-seq:
  #   recvfrom(maxlen, flags = 0, buf = nil) -> [string, addrinfo] or nil
  #
  # BasicSocket#recv that tells the sender too, as an Addrinfo. At the end of a stream the result is
  # +nil+ since Ruby 3.3.
  #
  #   socket.recvfrom(10)  #=> ["hello", #<Addrinfo: 127.0.0.1:39298 UDP>]
  def recvfrom(maxlen, flags = 0, buf = nil)
    __recvfrom(maxlen, flags, buf)
  end

  # :call-seq:
  #   recvfrom_nonblock(maxlen, flags = 0, buf = nil, exception: true)
  #     -> [string, addrinfo], symbol or nil
  #
  # Socket#recvfrom without waiting: when nothing is there it raises IO::EAGAINWaitReadable or, if
  # +exception+ is +false+, returns +:wait_readable+ and leaves +buf+ as it was.
  #
  #   socket.recvfrom_nonblock(16, exception: false)  #=> :wait_readable
  def recvfrom_nonblock(maxlen, flags = 0, buf = nil, exception: true)
    __recvfrom_nonblock(maxlen, flags, buf, exception)
  end
end
