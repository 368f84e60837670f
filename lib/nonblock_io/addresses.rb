# frozen_string_literal: true

module NonblockIO
  module HostFamily # :nodoc:
    ANY_IPV4 = [nil, "", "0.0.0.0"].freeze

    # Notes what the host says that JRuby opens the socket with.
    def self.note(socket, host)
      if host.to_s.include?(":")
        socket.__send__(:__host_family, Socket::AF_INET6)
      elsif socket.is_a?(TCPServer) && ANY_IPV4.include?(host)
        socket.__send__(:__host_family, Socket::AF_INET)
      end
    end
  end

  module ReverseLookup # :nodoc:
    # Whether addresses are to have no host names, by the argument or else by the socket.
    def self.numeric?(socket, reverse_lookup)
      case reverse_lookup
      when nil then socket.do_not_reverse_lookup
      when true, :hostname then false
      when false, :numeric then true
      when Symbol
        raise ArgumentError, "invalid reverse_lookup flag: #{reverse_lookup.inspect}"
      else
        raise TypeError, "wrong argument type #{reverse_lookup.class} (expected Symbol)"
      end
    end
  end
end

class BasicSocket
  # :call-seq:
  #   ioctl(request, argument = 0) -> integer
  #
  # Calls ioctl(2). The argument is a number, +nil+ or +false+ for 0, +true+ for 1, or a string that
  # holds a structure and is filled with what the call makes of it.
  #
  # Raises the Errno of ioctl(2), such as Errno::ENOTTY, FrozenError for a frozen string and
  # TypeError for any other argument.
  #
  #   socket.ioctl(0x541B, available = "")  # FIONREAD
  #   available.unpack1("i")  #=> 5
  def ioctl(request, argument = nil)
    argument = argument ? 1 : 0 if [nil, false, true].include?(argument)
    __ioctl(request, String.try_convert(argument) || argument)
  end

  # :call-seq:
  #   getsockname -> string
  #
  # The local address, packed.
  #
  #   Socket.unpack_sockaddr_in(server.getsockname)  #=> [80, "127.0.0.1"]
  def getsockname
    __getsockname
  end

  # :call-seq:
  #   getpeername -> string
  #
  # The address of the other end, packed. Raises Errno::ENOTCONN when there is none.
  #
  #   Socket.unpack_sockaddr_in(socket.getpeername)  #=> [80, "127.0.0.1"]
  def getpeername
    __getpeername
  end

  # :call-seq:
  #   local_address -> addrinfo
  #
  # The local address; its protocol is 0.
  #
  #   TCPServer.new("127.0.0.1", 80).local_address  #=> #<Addrinfo: 127.0.0.1:80 TCP>
  def local_address
    __local_address
  end

  # :call-seq:
  #   remote_address -> addrinfo
  #
  # The address of the other end; its protocol is 0. Raises Errno::ENOTCONN when there is none.
  #
  #   TCPSocket.new("127.0.0.1", 80).remote_address  #=> #<Addrinfo: 127.0.0.1:80 TCP>
  def remote_address
    __remote_address
  end
end

class IPSocket
  # :call-seq:
  #   addr(reverse_lookup = nil) -> [family, port, host, ip]
  #
  # The local address. The host is looked up if the argument is +true+ or +:hostname+, the same as
  # the IP address if it is +false+ or +:numeric+, and left to
  # BasicSocket#do_not_reverse_lookup without one.
  #
  # Raises ArgumentError for another symbol, TypeError for anything else.
  #
  #   TCPServer.new("127.0.0.1", 80).addr  #=> ["AF_INET", 80, "127.0.0.1", "127.0.0.1"]
  def addr(reverse_lookup = nil)
    __addr(NonblockIO::ReverseLookup.numeric?(self, reverse_lookup))
  end

  # :call-seq:
  #   peeraddr(reverse_lookup = nil) -> [family, port, host, ip]
  #
  # The address of the other end, as in IPSocket#addr. Raises Errno::ENOTCONN when there is none.
  #
  #   TCPSocket.new("127.0.0.1", 80).peeraddr  #=> ["AF_INET", 80, "127.0.0.1", "127.0.0.1"]
  def peeraddr(reverse_lookup = nil)
    __peeraddr(NonblockIO::ReverseLookup.numeric?(self, reverse_lookup))
  end

  undef_method :getpeereid

  # :call-seq:
  #   inspect -> string
  #
  # The class, the descriptor and the local address.
  #
  #   TCPServer.new("127.0.0.1", 80).inspect  #=> "#<TCPServer:fd 9, AF_INET, 127.0.0.1, 80>"
  def inspect
    return "#<#{self.class}:(closed)>" if closed?

    family, port, _, ip = __addr(true)
    "#<#{self.class}:fd #{fileno}, #{family}, #{ip}, #{port}>"
  end
end

class UDPSocket
  remove_method :inspect
end

class TCPServer
  remove_method :peeraddr, :getpeername
  alias __initialize initialize
  private :__initialize

  # :call-seq:
  #   TCPServer.new(host = nil, port) -> tcpserver
  #
  # Makes a TCP server on that address and port; without a host it serves every address, without a
  # port (+nil+ or 0) the system chooses one.
  #
  # Raises SocketError (since Ruby 3.3 its subclass Socket::ResolutionError) for an unknown host and
  # the Errno of socket(2) or bind(2), such as Errno::EADDRINUSE.
  #
  #   TCPServer.new("127.0.0.1", 0).addr  #=> ["AF_INET", 40123, "127.0.0.1", "127.0.0.1"]
  def initialize(*host, port)
    NonblockIO::OpeningErrors.explained(host.first, port, Socket::AI_PASSIVE) do
      __initialize(*host, ["", nil].include?(port) ? 0 : port)
    end
    NonblockIO::HostFamily.note(self, host.first)
  end
end
