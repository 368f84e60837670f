# frozen_string_literal: true

module NonblockIO
  module HostNames # :nodoc:
    INET6_SIZE = 16

    module_function

    # A name as it is, an IPv6 address in its short form.
    def short(host)
      host.include?(":") ? BasicSocket.__send__(:__host, host, true) : host
    end

    def family(bytes)
      bytes.bytesize == INET6_SIZE ? Socket::AF_INET6 : Socket::AF_INET
    end

    # The name of a host and its addresses.
    def of(name)
      found = AddrinfoLookup.all(name, nil, 0, Socket::SOCK_STREAM, 0, Socket::AI_CANONNAME)
      [found.first.canonname || given(name, found.first), found]
    end

    def given(name, found)
      name = String.try_convert(name).to_s
      name.empty? || name.start_with?("<") ? found.ip_address : name
    end

    # The address of what Socket.getnameinfo takes.
    def address(argument, flags)
      return argument if argument.is_a?(Addrinfo)

      array = Array.try_convert(argument)
      return from_array(array, flags) if array

      String.try_convert(argument) or raise TypeError, "expecting String or Array"
    end

    def from_array(array, flags)
      unless [3, 4].include?(array.size)
        raise ArgumentError, "array size should be 3 or 4, #{array.size} given"
      end

      family, port, *hosts = array
      type = flags.anybits?(Socket::NI_DGRAM) ? :DGRAM : :STREAM
      AddrinfoLookup.all(hosts.compact.last, port || 0, family, type).first
    end

    private_class_method :given, :from_array
  end
end

class IPSocket
  class << self
    # :call-seq:
    #   getaddress(host) -> string
    #
    # The first address of a host.
    #
    # Raises SocketError (since Ruby 3.3 its subclass Socket::ResolutionError) for an unknown host.
    #
    #   IPSocket.getaddress("localhost")  #=> "127.0.0.1"
    def getaddress(host)
      NonblockIO::AddrinfoLookup.all(host, nil, 0, Socket::SOCK_STREAM).first.ip_address
    end
  end
end

class Socket
  class << self
    alias __gethostbyaddr gethostbyaddr
    private :__gethostbyaddr

    # :call-seq:
    #   getaddrinfo(host, service, family = nil, socktype = nil, protocol = nil, flags = nil,
    #               reverse_lookup = nil) -> [[family, port, host, ip, ...], ...]
    #
    # The addresses of a host and service. Their names are looked up if +reverse_lookup+ is +true+
    # or +:hostname+, and left to BasicSocket.do_not_reverse_lookup without one.
    #
    # Raises SocketError (since Ruby 3.3 its subclass Socket::ResolutionError) for an unknown host
    # or service.
    #
    #   Socket.getaddrinfo("127.0.0.1", 80, nil, :STREAM)
    #   #=> [["AF_INET", 80, "127.0.0.1", "127.0.0.1", 2, 1, 6]]
    def getaddrinfo(host, service, family = nil, socktype = nil, protocol = nil, flags = nil,
                    reverse_lookup = nil)
      numeric = NonblockIO::ReverseLookup.numeric?(BasicSocket, reverse_lookup)
      flags_of_names = numeric ? Socket::NI_NUMERICHOST : 0
      NonblockIO::AddrinfoLookup.all(host, service, family, socktype, protocol, flags)
        .map do |found|
          name = found.getnameinfo(flags_of_names).first
          family_name = found.ipv6? ? "AF_INET6" : "AF_INET"
          [family_name, found.ip_port, name, found.ip_address,
           found.pfamily, found.socktype, found.protocol]
        end
    end

    # :call-seq:
    #   getnameinfo(address, flags = 0) -> [host, service]
    #
    # The names of a packed address or of an array [family, port, host] or [family, port, name, ip].
    #
    # Raises SocketError (since Ruby 3.3 its subclass Socket::ResolutionError) for an address that
    # has none or is none, ArgumentError for an array of another size.
    #
    #   Socket.getnameinfo(Socket.sockaddr_in(80, "127.0.0.1"))  #=> ["localhost", "http"]
    def getnameinfo(address, flags = 0)
      address = NonblockIO::HostNames.address(address, flags)
      Addrinfo.__send__(:__names, address, flags)
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
      host, found = NonblockIO::HostNames.of(name)
      bytes = found.map do |address|
        packed = address.to_sockaddr
        address.ipv6? ? NonblockIO::PackedAddress.inet6(packed, "address") : packed[4, 4]
      end
      [host, [], found.first.afamily, *bytes]
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
    # :call-seq:
    #   gethostbyname(name) -> [name, aliases, family, address, ...]
    #
    # The addresses of a host as text. Addrinfo.getaddrinfo is newer.
    #
    # Raises SocketError for an unknown host.
    #
    #   TCPSocket.gethostbyname("::1")  #=> ["::1", [], 10, "::1"]
    def gethostbyname(name)
      host, found = NonblockIO::HostNames.of(name)
      [host, [], found.first.afamily, *found.map(&:ip_address)]
    end
  end
end
