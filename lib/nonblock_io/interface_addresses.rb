# frozen_string_literal: true

module NonblockIO
  module InterfaceAddresses # :nodoc:
    # JRuby's Addrinfo as the gem has it: with its families, and the interface of a local address.
    def self.known(address)
      address && Addrinfo.__send__(:__of, address)
    end
  end
end

class Socket
  class << self
    alias __getifaddrs getifaddrs
    alias __ip_address_list ip_address_list
    private :__getifaddrs, :__ip_address_list

    # :call-seq:
    #   getifaddrs -> [ifaddr, ...]
    #
    # The addresses of the network interfaces.
    #
    # Raises Errno::EMFILE when no descriptor is left.
    #
    #   Socket.getifaddrs.map(&:name)  #=> ["lo", "eth0", "lo", "eth0"]
    def getifaddrs
      NonblockIO::DescriptorLimit.explained("getifaddrs") { __getifaddrs }
    end

    # :call-seq:
    #   ip_address_list -> [addrinfo, ...]
    #
    # The IP addresses of this host.
    #
    # Raises Errno::EMFILE when no descriptor is left.
    #
    #   Socket.ip_address_list  #=> [#<Addrinfo: 127.0.0.1>, #<Addrinfo: ::1>]
    def ip_address_list
      NonblockIO::DescriptorLimit.explained("getifaddrs") { __ip_address_list }
        .map { |address| NonblockIO::InterfaceAddresses.known(address) }
    end
  end

  class Ifaddr
    alias __addr addr
    alias __netmask netmask
    alias __broadaddr broadaddr
    private :__addr, :__netmask, :__broadaddr

    # :call-seq:
    #   addr -> addrinfo
    #
    # The interface's address, of the family AF_PACKET (on Linux) for that of its hardware.
    #
    #   Socket.getifaddrs.map(&:addr)  #=> [#<Addrinfo: 127.0.0.1>, #<Addrinfo: ::1>]
    def addr
      NonblockIO::InterfaceAddresses.known(__addr)
    end

    # :call-seq:
    #   netmask -> addrinfo or nil
    #
    # The mask of the interface's network.
    #
    #   Socket.getifaddrs.filter_map(&:netmask)  #=> [#<Addrinfo: 255.0.0.0>]
    def netmask
      NonblockIO::InterfaceAddresses.known(__netmask)
    end

    # :call-seq:
    #   broadaddr -> addrinfo or nil
    #
    # The address that reaches all of the interface's network.
    #
    #   Socket.getifaddrs.filter_map(&:broadaddr)  #=> [#<Addrinfo: 192.0.2.255>]
    def broadaddr
      NonblockIO::InterfaceAddresses.known(__broadaddr)
    end
  end
end
