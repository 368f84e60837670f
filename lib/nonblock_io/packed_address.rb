# frozen_string_literal: true

module NonblockIO
  # Reads addresses given as an Addrinfo or as a packed String, in the platform's layout of
  # struct sockaddr or in JRuby's own, which has the family's number in network order and no flow
  # information before an IPv6 address.
  module PackedAddress # :nodoc:
    INET_SIZE = 16
    INET6_SIZE = 28
    JRUBY_OFFSET = 4
    NATIVE_INET6_OFFSET = 8

    module_function

    def to_str(value)
      String.try_convert(value) || ("" + value)
    end

    def string(addr)
      addr.is_a?(Addrinfo) ? addr.to_sockaddr : to_str(addr)
    end

    # The 4 address bytes of an IPv4 address.
    def inet(packed, name, size_name = name)
      check(packed, Socket::AF_INET, INET_SIZE, [name, size_name])
      packed.byteslice(4, 4).b
    end

    # The 16 address bytes of an IPv6 address.
    def inet6(packed, name)
      check(packed, Socket::AF_INET6, INET6_SIZE, [name, name])
      offset = jruby?(packed, Socket::AF_INET6) ? JRUBY_OFFSET : NATIVE_INET6_OFFSET
      packed.byteslice(offset, 16).b
    end

    # The Addrinfo of 4 or 16 address bytes, with a scope where a link-local address needs one.
    def addrinfo(bytes, index = 0)
      text = SocketInspect.address(bytes)
      text += "%#{SocketInspect.interface(index) || index}" if index != 0 && link_local?(bytes)
      Addrinfo.ip(text)
    end

    def link_local?(bytes)
      bytes.bytesize == 16 && bytes.unpack1("n") & 0xffc0 == 0xfe80
    end

    def check(packed, family, size, names)
      family_name = SocketConstants::FAMILY_NAMES.name(family)
      if packed.bytesize != size
        raise ArgumentError, "#{names.last} size different to #{family_name} sockaddr"
      end

      return if native?(packed, family) || jruby?(packed, family)

      raise ArgumentError, "#{names.first} is not #{family_name} sockaddr"
    end

    def native?(packed, family)
      packed.unpack1("S") == family ||
        (packed.getbyte(0) == packed.bytesize && packed.getbyte(1) == family)
    end

    def jruby?(packed, family)
      packed.unpack1("n") == family
    end

    private_class_method :link_local?, :check, :native?, :jruby?
  end
end
