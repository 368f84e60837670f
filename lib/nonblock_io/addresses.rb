# frozen_string_literal: true

module NonblockIO
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
  # Raises SocketError for an unknown host and the Errno of socket(2) or bind(2), such as
  # Errno::EADDRINUSE.
  #
  #   TCPServer.new("127.0.0.1", 0).addr  #=> ["AF_INET", 40123, "127.0.0.1", "127.0.0.1"]
  def initialize(*host, port)
    NonblockIO::DescriptorLimit.explained("for #{host.first.inspect} port #{port}") do
      __initialize(*host, ["", nil].include?(port) ? 0 : port)
    end
    __any_ipv4 if [nil, "", "0.0.0.0"].include?(host.first)
  end
end
