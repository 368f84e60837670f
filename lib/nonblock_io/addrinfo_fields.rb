# frozen_string_literal: true

module NonblockIO
  # Reads the arrays that Addrinfo.new and Addrinfo#marshal_load take.
  module AddrinfoFields # :nodoc:
    NAMED = [Socket::AF_INET, Socket::AF_INET6].freeze
    NUMERIC = Socket::NI_NUMERICHOST | Socket::NI_NUMERICSERV

    module_function

    # What Addrinfo#__fill takes, followed by the name to show, for ["AF_INET", port, host, ip] and
    # ["AF_UNIX", path].
    def from_array(array, family, type, protocol)
      own = SocketConstants.address_family(PackedAddress.to_str(array[0]))
      if own == Socket::AF_UNIX
        return [UnixPath.packed(array[1]), own, Socket::SOCK_STREAM, 0, nil]
      end
      raise SocketError, "unexpected address family" unless NAMED.include?(own)

      found = numbered(array, [nil, 0].include?(family) ? own : family, type, protocol)
      [found.to_sockaddr, found.pfamily, type, protocol, shown(array, found)]
    end

    def numbered(array, family, type, protocol)
      port = CInteger.int(array[1])
      PackedAddress.to_str(array[2]) unless array[2].nil?
      ip = PackedAddress.to_str(array[3])
      Addrinfo.__send__(:__find, ip, port, family, type, protocol, Socket::AI_NUMERICHOST, true)[0]
    end

    def shown(array, found)
      host = array[2] unless array[2] == found.ip_address
      port = ":#{array[1]}" unless array[1] == found.ip_port
      "#{host}#{port}" if host || port
    end

    # What Addrinfo#__fill takes, for what #to_marshal gave.
    def from_marshal(fields)
      family, address, protocol_family, type, protocol = Array.try_convert(fields) || [] + fields
      family = number(:FAMILY_NAMES, family, "address family")
      protocol_family = number(:PROTOCOL_FAMILIES, protocol_family, "protocol family")
      type = number(:TYPES, type, "socktype")
      protocol = number(:IP_LEVELS, protocol, "protocol")
      [packed(family, address), protocol_family, type, protocol]
    end

    def number(table, name, what)
      return name if name == 0 && !%i[FAMILY_NAMES PROTOCOL_FAMILIES].include?(table)

      SocketConstants.const_get(table).number(PackedAddress.to_str(name))
    rescue SocketError
      raise TypeError, "unexpected #{what}"
    end

    def packed(family, address)
      if family == Socket::AF_UNIX
        path = PackedAddress.to_str(address)
        return Socket.sockaddr_un(path) if path.bytesize <= UnixPath::LONGEST

        raise SocketError, UnixPath.excess("too long AF_UNIX path", path)
      end
      host, service = Array.try_convert(address) || [] + address
      flags = Socket::AI_NUMERICHOST | Socket::AI_NUMERICSERV
      Addrinfo.__send__(:__find, host, service, family, Socket::SOCK_STREAM, 0, flags, true)[0]
        .to_sockaddr
    end

    # Names instead of numbers, which differ between platforms.
    def to_marshal(address)
      type = address.socktype
      [name(:FAMILY_NAMES, address.afamily, "address family"),
       address.unix? ? address.unix_path : address.getnameinfo(NUMERIC),
       name(:PROTOCOL_FAMILIES, address.pfamily, "protocol family"),
       type.zero? ? 0 : name(:TYPES, type, "socktype"),
       protocol_name(address), address.canonname]
    end

    def protocol_name(address)
      return 0 if address.protocol.zero?
      unless NAMED.include?(address.pfamily)
        raise SocketError, "unknown protocol: #{address.protocol}"
      end

      name(:IP_LEVELS, address.protocol, "IP protocol")
    end

    def name(table, number, what)
      SocketConstants.const_get(table).name(number) or
        raise SocketError, "unknown #{what}: #{number}"
    end

    private_class_method :numbered, :shown, :number, :packed, :protocol_name, :name
  end
end
