# frozen_string_literal: true

module NonblockIO
  module AddrinfoLookup # :nodoc:
    # The Addrinfos of a host and service. The constants are numbers or what callers write.
    def self.all(host, service, family = 0, type = 0, protocol = 0, flags = 0)
      family = family ? SocketConstants.family(family) : 0 unless family.is_a?(Integer)
      type = type ? SocketConstants.type(type) : 0 unless type.is_a?(Integer)
      Addrinfo.__send__(:__find, host, service, family, type, protocol || 0, flags || 0, false)
    end

    # The Addrinfo of an address, which is long enough to have a family.
    def self.unpacked(address)
      return address if address.is_a?(Addrinfo)

      Addrinfo.new(address).tap do |made|
        raise ArgumentError, "too short sockaddr" if made.to_sockaddr.bytesize < 2
      end
    end
  end
end

class Addrinfo
  class << self
    # :call-seq:
    #   Addrinfo.getaddrinfo(host, service, family = nil, type = nil, protocol = nil, flags = nil,
    #                        timeout: nil) -> [addrinfo, ...]
    #
    # The addresses of a host and service, one for each kind of socket that the type and the
    # protocol leave open. The timeout is accepted but has no effect.
    #
    # Raises SocketError (since Ruby 3.3 its subclass Socket::ResolutionError) for an unknown host,
    # service or name.
    #
    #   Addrinfo.getaddrinfo("127.0.0.1", 80, nil, :STREAM)
    def getaddrinfo(host, service, family = nil, type = nil, protocol = nil, flags = nil,
                    timeout: nil) # rubocop:disable Lint/UnusedMethodArgument
      NonblockIO::AddrinfoLookup.all(host, service, family, type, protocol, flags)
    end

    # :call-seq:
    #   Addrinfo.ip(host) -> addrinfo
    #
    # The first address of a host, without a port and for any kind of socket.
    #
    # Raises SocketError as Addrinfo.getaddrinfo does.
    #
    #   Addrinfo.ip("127.0.0.1")  #=> #<Addrinfo: 127.0.0.1>
    def ip(host)
      found = NonblockIO::AddrinfoLookup.all(host, nil).first
      made = new(found.to_sockaddr, found.pfamily)
      made.__send__(:__name, nil, found.__send__(:__inspect_name))
    end

    # :call-seq:
    #   Addrinfo.tcp(host, port) -> addrinfo
    #
    # The first address of a host for TCP sockets.
    #
    # Raises SocketError as Addrinfo.getaddrinfo does.
    #
    #   Addrinfo.tcp("127.0.0.1", 80)  #=> #<Addrinfo: 127.0.0.1:80 TCP>
    def tcp(host, port)
      NonblockIO::AddrinfoLookup.all(host, port, 0, Socket::SOCK_STREAM, Socket::IPPROTO_TCP).first
    end

    # :call-seq:
    #   Addrinfo.udp(host, port) -> addrinfo
    #
    # The first address of a host for UDP sockets.
    #
    # Raises SocketError as Addrinfo.getaddrinfo does.
    #
    #   Addrinfo.udp("127.0.0.1", 80)  #=> #<Addrinfo: 127.0.0.1:80 UDP>
    def udp(host, port)
      NonblockIO::AddrinfoLookup.all(host, port, 0, Socket::SOCK_DGRAM, Socket::IPPROTO_UDP).first
    end

    # :call-seq:
    #   Addrinfo.unix(path, type = :STREAM) -> addrinfo
    #
    # The address of a UNIX socket with that path or abstract name.
    #
    # Raises ArgumentError for a path too long for a socket address.
    #
    #   Addrinfo.unix("/run/example.sock", :DGRAM)
    def unix(path, type = nil)
      new(Socket.sockaddr_un(path), Socket::AF_UNIX, type || Socket::SOCK_STREAM)
    end
  end
end

class Socket
  class << self
    # :call-seq:
    #   sockaddr_un(path) -> string
    #
    # The packed address of a UNIX socket with that path or abstract name.
    #
    # Raises ArgumentError for a path too long for a socket address.
    #
    #   socket.connect(Socket.sockaddr_un("/run/example.sock"))
    def sockaddr_un(path)
      NonblockIO::UnixPath.packed(path)
    end

    alias pack_sockaddr_un sockaddr_un

    # :call-seq:
    #   unpack_sockaddr_un(address) -> path
    #
    # The path or abstract name of a UNIX socket's address, an Addrinfo or a packed string.
    #
    # Raises ArgumentError for an address of another family, TypeError for one too long.
    #
    #   Socket.unpack_sockaddr_un(Socket.sockaddr_un("/tmp/sock"))  #=> "/tmp/sock"
    def unpack_sockaddr_un(address)
      found = NonblockIO::AddrinfoLookup.unpacked(address)
      raise ArgumentError, "not an AF_UNIX sockaddr" unless found.unix?

      longest = NonblockIO::UnixPath::LONGEST + 2
      size = found.to_sockaddr.bytesize
      raise TypeError, "too long sockaddr_un - #{size} longer than #{longest}" if size > longest

      found.unix_path
    end

    # :call-seq:
    #   sockaddr_in(port, host) -> string
    #
    # The packed address of an IP socket: a port number or service name and a host.
    #
    # Raises SocketError as Addrinfo.getaddrinfo does.
    #
    #   socket.connect(Socket.sockaddr_in(80, "127.0.0.1"))
    def sockaddr_in(port, host)
      Addrinfo.__send__(:__find, host, port, 0, 0, 0, 0, true).first.to_sockaddr
    end

    alias pack_sockaddr_in sockaddr_in

    # :call-seq:
    #   unpack_sockaddr_in(address) -> [port, ip]
    #
    # The port and the host of an IP socket's address, an Addrinfo or a packed string.
    #
    # Raises ArgumentError for an address of another family, SocketError for one too short.
    #
    #   Socket.unpack_sockaddr_in(Socket.sockaddr_in(80, "127.0.0.1"))  #=> [80, "127.0.0.1"]
    def unpack_sockaddr_in(address)
      found = NonblockIO::AddrinfoLookup.unpacked(address)
      raise ArgumentError, "not an AF_INET/AF_INET6 sockaddr" unless found.ip?

      host, port = found.getnameinfo(NonblockIO::AddrinfoFields::NUMERIC)
      [port.to_i, host]
    end

    # :call-seq:
    #   getservbyport(port, protocol = "tcp") -> string
    #
    # The name of the service with that port.
    #
    # Raises SocketError when there is none.
    #
    #   Socket.getservbyport(80)  #=> "http"
    def getservbyport(port, protocol = "tcp")
      BasicSocket.send(:__service, port, protocol) or
        raise SocketError, "no such service for port #{port}/#{protocol}"
    end
  end
end
