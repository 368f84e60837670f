# frozen_string_literal: true

module NonblockIO
  module HostNames # :nodoc:
    INET6_SIZE = 16

    module_function

    # The name of a numeric address, or its text as inet_ntop(3) has it.
    def of(address, numeric)
      BasicSocket.__send__(:__host, address, numeric)
    end

    # A name as it is, an IPv6 address in its short form.
    def short(host)
      host.include?(":") ? of(host, true) : host
    end

    def family(bytes)
      bytes.bytesize == INET6_SIZE ? Socket::AF_INET6 : Socket::AF_INET
    end

    # What stands for no host.
    def local(family, flags)
      passive = flags.to_i.anybits?(Socket::AI_PASSIVE)
      (passive ? "::" : "::1") if family && SocketConstants.family(family) == Socket::AF_INET6
    end
  end
end

class Socket
  class << self
    alias __getaddrinfo getaddrinfo
    alias __getnameinfo getnameinfo
    alias __gethostbyname gethostbyname
    alias __gethostbyaddr gethostbyaddr
    private :__getaddrinfo, :__getnameinfo, :__gethostbyname, :__gethostbyaddr

    # :call-seq:
    #   getaddrinfo(host, service, family = nil, socktype = nil, protocol = nil, flags = nil,
    #               reverse_lookup = nil) -> [[family, port, host, ip, ...], ...]
    #
    # The addresses of a host and service. Their names are looked up if +reverse_lookup+ is +true+
    # or +:hostname+, and left to BasicSocket.do_not_reverse_lookup without one.
    #
    # Raises SocketError for an unknown host or service.
    #
    #   Socket.getaddrinfo("127.0.0.1", 80, nil, :STREAM)
    #   #=> [["AF_INET", 80, "127.0.0.1", "127.0.0.1", 2, 1, 6]]
    def getaddrinfo(host, service, family = nil, socktype = nil, protocol = nil, flags = nil,
                    reverse_lookup = nil)
      numeric = NonblockIO::ReverseLookup.numeric?(BasicSocket, reverse_lookup)
      host ||= NonblockIO::HostNames.local(family, flags)
      __getaddrinfo(host, service, family, socktype, protocol, flags)
        .map do |family_name, port, _, ip, *numbers|
          name = NonblockIO::HostNames.of(ip, numeric)
          [family_name, port, name, NonblockIO::HostNames.of(ip, true), *numbers]
        end
    end

    # :call-seq:
    #   getnameinfo(address, flags = 0) -> [host, service]
    #
    # The names of a packed address or of an array [family, port, host] or [family, port, name, ip].
    #
    # Raises SocketError for an address that has none.
    #
    #   Socket.getnameinfo(Socket.sockaddr_in(80, "127.0.0.1"))  #=> ["localhost", "http"]
    def getnameinfo(address, flags = 0)
      host, service = __getnameinfo(address, flags)
      [NonblockIO::HostNames.short(host), service]
    end

    # :call-seq:
    #   gethostbyname(name) -> [name, aliases, family, address, ...]
    #
    # The addresses of a host, packed. Addrinfo.getaddrinfo is newer.
    #
    # Raises SocketError for an unknown host.
    #
    #   Socket.gethostbyname("::1")  #=> ["::1", [], 10, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1"]
    def gethostbyname(name)
      host, aliases, _, *addresses = __gethostbyname(name)
      family = NonblockIO::HostNames.family(addresses.first)
      [NonblockIO::HostNames.short(host), aliases, family, *addresses]
    end

    # :call-seq:
    #   gethostbyaddr(address, family = nil) -> [name, aliases, family, address]
    #
    # The name of a host with those packed bytes. Addrinfo#getnameinfo is newer.
    #
    # Raises SocketError for an unknown host and for bytes of another family.
    #
    #   Socket.gethostbyaddr([127, 0, 0, 1].pack("C4"))  #=> ["localhost", [], 2, "\x7F\0\0\1"]
    def gethostbyaddr(address, family = nil)
      own = NonblockIO::HostNames.family(address)
      if family && NonblockIO::SocketConstants.family(family) != own
        raise SocketError, "host not found"
      end

      host, aliases, _, *addresses = __gethostbyaddr(address)
      [NonblockIO::HostNames.short(host), aliases, own, *addresses]
    end
  end
end

class TCPSocket
  class << self
    alias __gethostbyname gethostbyname
    private :__gethostbyname

    # :call-seq:
    #   gethostbyname(name) -> [name, aliases, family, address, ...]
    #
    # The addresses of a host as text. Addrinfo.getaddrinfo is newer.
    #
    # Raises SocketError for an unknown host.
    #
    #   TCPSocket.gethostbyname("::1")  #=> ["::1", [], 10, "::1"]
    def gethostbyname(name)
      host, aliases, family, *addresses = __gethostbyname(name)
      addresses.map! { |address| NonblockIO::HostNames.short(address) }
      [NonblockIO::HostNames.short(host), aliases, family, *addresses]
    end
  end
end
