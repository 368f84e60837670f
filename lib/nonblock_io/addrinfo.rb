# frozen_string_literal: true

module NonblockIO
  module UnixPath # :nodoc:
    LONGEST = RbConfig::CONFIG["host_os"].include?("linux") ? 108 : 104

    # The path, unless it does not fit into a struct sockaddr_un.
    def self.checked(path)
      size = path.to_str.bytesize
      return path if size <= LONGEST

      raise ArgumentError,
            "too long unix socket path (#{size}bytes given but #{LONGEST}bytes max)"
    end
  end
end

class Addrinfo
  alias __initialize initialize
  private :__initialize

  # :call-seq:
  #   Addrinfo.new(address, family = nil, type = nil, protocol = 0) -> addrinfo
  #
  # An address in one of its packed or array forms, with the socket's family and type as symbols,
  # strings or integers.
  #
  # Raises SocketError for unknown names and addresses.
  #
  #   Addrinfo.new(["AF_INET", 80, nil, "127.0.0.1"], nil, :STREAM)
  def initialize(address, family = nil, type = nil, protocol = nil)
    family = NonblockIO::SocketConstants.family(family) if family
    type = NonblockIO::SocketConstants.type(type) if type
    __initialize(address, family, type, protocol)
  end

  alias __canonname canonname
  private :__canonname

  # :call-seq:
  #   canonname -> string or nil
  #
  # The canonical name of the host, if it was asked for.
  #
  #   Addrinfo.tcp("localhost", 80).canonname  #=> nil
  def canonname
    @canonname || __canonname
  end

  # :call-seq:
  #   marshal_dump -> array
  #
  # What Marshal.dump stores: names instead of numbers, which differ between platforms.
  #
  #   Marshal.load(Marshal.dump(Addrinfo.tcp("127.0.0.1", 80)))
  #   #=> #<Addrinfo: 127.0.0.1:80 TCP>
  def marshal_dump
    names = NonblockIO::SocketConstants
    family = names::FAMILY_NAMES.name(pfamily)
    address = unix? ? unix_path : [ip_address, ip_port.to_s]
    protocol_name = protocol.zero? ? 0 : names::IP_LEVELS.name(protocol) || protocol
    [names::FAMILY_NAMES.name(afamily), address, family.sub("AF", "PF"),
     names::TYPES.name(socktype) || socktype, protocol_name, canonname, nil]
  end

  # :call-seq:
  #   marshal_load(array) -> self
  #
  # Takes what #marshal_dump gave, for Marshal.load.
  #
  # Raises SocketError for a name that this platform does not know.
  def marshal_load(fields)
    family, address, protocol_family, type, protocol, @canonname = fields
    host, port = address
    packed = family == "AF_UNIX" ? Socket.sockaddr_un(address) : [family, port.to_i, nil, host]
    protocol = Socket.const_get(protocol) if protocol.is_a?(String)
    __initialize(packed, NonblockIO::SocketConstants.family(protocol_family),
                 NonblockIO::SocketConstants.type(type), protocol)
  end

  class << self
    alias __unix unix
    alias __getaddrinfo getaddrinfo
    private :__unix, :__getaddrinfo

    # :call-seq:
    #   Addrinfo.getaddrinfo(host, service, family = nil, type = nil, protocol = nil, flags = nil,
    #                        timeout: nil) -> [addrinfo, ...]
    #
    # The addresses of a host and service. The timeout is accepted but has no effect.
    #
    # Raises SocketError for an unknown host or name.
    #
    #   Addrinfo.getaddrinfo("127.0.0.1", 80, nil, :STREAM)
    def getaddrinfo(host, service, family = nil, type = nil, protocol = nil, flags = nil,
                    timeout: nil) # rubocop:disable Lint/UnusedMethodArgument
      __getaddrinfo(host, service, family, type, protocol, flags)
    end

    # :call-seq:
    #   Addrinfo.unix(path, type = :STREAM) -> addrinfo
    #
    # The address of a UNIX socket with that path or abstract name.
    #
    # Raises ArgumentError for a path too long for a socket address.
    #
    #   Addrinfo.unix("/run/example.sock", :DGRAM)
    def unix(path, type = Socket::SOCK_STREAM)
      __unix(NonblockIO::UnixPath.checked(path), NonblockIO::SocketConstants.type(type))
    end
  end
end

class Socket
  class << self
    alias __sockaddr_un sockaddr_un
    private :__sockaddr_un

    # :call-seq:
    #   sockaddr_un(path) -> string
    #
    # The packed address of a UNIX socket with that path or abstract name.
    #
    # Raises ArgumentError for a path too long for a socket address.
    #
    #   socket.connect(Socket.sockaddr_un("/run/example.sock"))
    def sockaddr_un(path)
      __sockaddr_un(NonblockIO::UnixPath.checked(path))
    end

    alias pack_sockaddr_un sockaddr_un

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
