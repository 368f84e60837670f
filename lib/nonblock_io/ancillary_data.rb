# frozen_string_literal: true

require_relative "ancillary_data/inspect"

class Socket < BasicSocket
  # The control data that BasicSocket#sendmsg sends and BasicSocket#recvmsg receives beside the
  # bytes of a message: open files (SCM_RIGHTS), credentials (SCM_CREDENTIALS), the interface a
  # datagram came in by (IP_PKTINFO, IPV6_PKTINFO), the time it arrived (SCM_TIMESTAMP), ...
  #
  # Families, levels and types are integers (Socket::SOL_SOCKET) or names with or without their
  # prefix ("SOL_SOCKET", :SOCKET).
  #
  #   left, right = UNIXSocket.pair
  #   left.sendmsg("log", 0, nil, Socket::AncillaryData.unix_rights($stderr))
  #   _, _, _, control = right.recvmsg(scm_rights: true)
  #   control.unix_rights.first.puts "written to the file that was passed"
  class AncillaryData
    NAMES = NonblockIO::SocketConstants
    private_constant :NAMES

    class << self
      # :call-seq:
      #   AncillaryData.int(family, level, type, integer) -> ancillarydata
      #
      # Control data that consists of one C int.
      #
      # Raises SocketError for an unknown name, RangeError for an integer beyond a C int.
      #
      #   Socket::AncillaryData.int(:UNIX, :SOCKET, :RIGHTS, 2)
      #   #=> #<Socket::AncillaryData: UNIX SOCKET RIGHTS 2>
      def int(family, level, type, integer)
        family = NAMES.family(family)
        level = NAMES.level(family, level)
        type = NAMES.control(family, level, type)
        AncillaryData.new(family, level, type, [NonblockIO::CInteger.int(integer)].pack("i"))
      end

      # :call-seq:
      #   AncillaryData.unix_rights(io, ...) -> ancillarydata
      #
      # Control data that passes open files over a UNIX socket. The IO objects are kept in
      # #unix_rights, so that they stay open until the message is sent.
      #
      # Raises TypeError for anything but an IO, IOError for a closed one.
      #
      #   socket.sendmsg("file", 0, nil, Socket::AncillaryData.unix_rights(File.open("log")))
      def unix_rights(*ios)
        raise TypeError, "IO expected" unless ios.all?(IO)

        data = ios.map(&:fileno).pack("i*")
        AncillaryData.new(Socket::AF_UNIX, Socket::SOL_SOCKET, Socket::SCM_RIGHTS, data)
          .tap { |rights| rights.instance_variable_set(:@unix_rights, ios) }
      end

      # :call-seq:
      #   AncillaryData.ip_pktinfo(addr, ifindex, spec_dst = addr) -> ancillarydata
      #
      # Control data that chooses the source address and the interface of one IPv4 datagram.
      # Addresses are Addrinfo objects or packed; only where the platform has IP_PKTINFO (Linux).
      #
      # Raises ArgumentError for an address that is not IPv4.
      #
      #   addr = Addrinfo.ip("127.0.0.1")
      #   Socket::AncillaryData.ip_pktinfo(addr, 0)
      #   #=> #<Socket::AncillaryData: INET IP PKTINFO 127.0.0.1 ifindex:0 spec_dst:127.0.0.1>
      def ip_pktinfo(addr, ifindex, spec_dst = nil)
        packed = NonblockIO::PackedAddress.string(addr)
        index = NonblockIO::CInteger.uint(ifindex)
        source = spec_dst.nil? ? packed : NonblockIO::PackedAddress.string(spec_dst)
        destination = NonblockIO::PackedAddress.inet(packed, "addr")
        source = NonblockIO::PackedAddress.inet(source, "spec_dst", "spec_dat")
        data = [index, source, destination].pack("Ia4a4")
        AncillaryData.new(Socket::AF_INET, Socket::IPPROTO_IP, Socket::IP_PKTINFO, data)
      end

      # :call-seq:
      #   AncillaryData.ipv6_pktinfo(addr, ifindex) -> ancillarydata
      #
      # Control data that chooses the source address and the interface of one IPv6 datagram.
      # The address is an Addrinfo object or packed.
      #
      # Raises ArgumentError for an address that is not IPv6.
      #
      #   Socket::AncillaryData.ipv6_pktinfo(Addrinfo.ip("::1"), 0)
      #   #=> #<Socket::AncillaryData: INET6 IPV6 PKTINFO ::1 ifindex:0>
      def ipv6_pktinfo(addr, ifindex)
        packed = NonblockIO::PackedAddress.string(addr)
        index = NonblockIO::CInteger.uint(ifindex)
        data = NonblockIO::PackedAddress.inet6(packed, "addr") + [index].pack("I")
        AncillaryData.new(Socket::AF_INET6, Socket::IPPROTO_IPV6, Socket::IPV6_PKTINFO, data)
      end
    end

    # :call-seq:
    #   AncillaryData.new(family, level, type, data) -> ancillarydata
    #
    # Control data of the given bytes. The level's name is looked up as the family has it, the
    # type's name as the level has it.
    #
    # Raises SocketError for an unknown name, TypeError for data that is not a String.
    #
    #   Socket::AncillaryData.new(:INET, :TCP, :NODELAY, "")
    #   #=> #<Socket::AncillaryData: INET TCP NODELAY "">
    def initialize(family, level, type, data)
      @family = NAMES.family(family)
      @level = NAMES.level(@family, level)
      @type = NAMES.control(@family, @level, type)
      @data = NonblockIO::PackedAddress.to_str(data)
      @unix_rights = nil
    end

    # The socket family's number.
    #
    #   Socket::AncillaryData.new(:INET6, :IPV6, :PKTINFO, "").family  #=> Socket::AF_INET6
    attr_reader :family

    # The level's number.
    #
    #   Socket::AncillaryData.new(:INET6, :IPV6, :PKTINFO, "").level  #=> Socket::IPPROTO_IPV6
    attr_reader :level

    # The type's number.
    #
    #   Socket::AncillaryData.new(:INET6, :IPV6, :PKTINFO, "").type  #=> Socket::IPV6_PKTINFO
    attr_reader :type

    # The bytes.
    #
    #   Socket::AncillaryData.new(:INET6, :IPV6, :PKTINFO, "").data  #=> ""
    attr_reader :data

    # :call-seq:
    #   cmsg_is?(level, type) -> true or false
    #
    # Whether the level and the type are these.
    #
    # Raises SocketError for a name that is not known for this family.
    #
    #   Socket::AncillaryData.new(:INET6, :IPV6, :PKTINFO, "").cmsg_is?(:IPV6, :PKTINFO)  #=> true
    def cmsg_is?(level, type)
      level = NAMES.level(@family, level)
      type = NAMES.control(@family, level, type)
      @level == level && @type == type
    end

    # :call-seq:
    #   int -> integer
    #
    # The data as a C int.
    #
    # Raises TypeError unless the data is as long as one.
    #
    #   Socket::AncillaryData.int(:INET, :IP, :TTL, 3).int  #=> 3
    def int
      size = NonblockIO::SocketInspect::INT_SIZE
      return @data.unpack1("i") if @data.bytesize == size

      raise TypeError, "size differ.  expected as sizeof(int)=#{size} but #{@data.bytesize}"
    end

    # :call-seq:
    #   unix_rights -> array of IO, or nil
    #
    # The files that came with a message received with <tt>scm_rights: true</tt>, or that
    # AncillaryData.unix_rights was given.
    #
    # Raises TypeError for control data of another type.
    #
    #   _, _, _, control = socket.recvmsg(scm_rights: true)
    #   control.unix_rights  #=> [#<IO:fd 7>]
    def unix_rights
      expect(Socket::SOL_SOCKET, Socket::SCM_RIGHTS, "SCM_RIGHTS")
      @unix_rights
    end

    # :call-seq:
    #   timestamp -> time
    #
    # When a datagram arrived, received from a socket with the option SO_TIMESTAMP or
    # SO_TIMESTAMPNS.
    #
    # Raises TypeError for control data of another type.
    #
    #   socket.setsockopt(:SOCKET, :TIMESTAMP, true)
    #   socket.recvmsg.last.timestamp  #=> 2024-02-24 17:35:46 +0000
    def timestamp
      unit = TIMESTAMP_UNITS[@type] if @level == Socket::SOL_SOCKET
      unless unit && @data.bytesize == NonblockIO::SocketInspect::TIMEVAL_SIZE
        raise TypeError, "timestamp ancillary data expected"
      end
      Time.at(*NonblockIO::SocketInspect.timeval(@data), unit)
    end

    # :call-seq:
    #   ip_pktinfo -> [addr, ifindex, spec_dst]
    #
    # The destination address of a received IPv4 datagram, the index of the interface it came in
    # by, and the local address, as Addrinfo objects and an integer.
    #
    # Raises TypeError for control data of another type.
    #
    #   socket.setsockopt(:IP, :PKTINFO, true)
    #   socket.recvmsg.last.ip_pktinfo  #=> [#<Addrinfo: 127.0.0.1>, 1, #<Addrinfo: 127.0.0.1>]
    def ip_pktinfo
      expect(Socket::IPPROTO_IP, Socket::IP_PKTINFO, "IP_PKTINFO", IP_PKTINFO_SIZE)
      index, source, addr = @data.unpack("Ia4a4")
      [NonblockIO::PackedAddress.addrinfo(addr), index, NonblockIO::PackedAddress.addrinfo(source)]
    end

    # :call-seq:
    #   ipv6_pktinfo -> [addr, ifindex]
    #
    # The destination address of a received IPv6 datagram as an Addrinfo, and the index of the
    # interface it came in by.
    #
    # Raises TypeError for control data of another type.
    #
    #   socket.setsockopt(:IPV6, :RECVPKTINFO, true)
    #   socket.recvmsg.last.ipv6_pktinfo  #=> [#<Addrinfo: ::1>, 1]
    def ipv6_pktinfo
      expect(Socket::IPPROTO_IPV6, Socket::IPV6_PKTINFO, "IPV6_PKTINFO", IPV6_PKTINFO_SIZE)
      addr, index = @data.unpack("a16I")
      [NonblockIO::PackedAddress.addrinfo(addr, index), index]
    end

    # :call-seq:
    #   ipv6_pktinfo_addr -> addrinfo
    #
    # The address of #ipv6_pktinfo.
    #
    #   Socket::AncillaryData.ipv6_pktinfo(Addrinfo.ip("::1"), 3).ipv6_pktinfo_addr
    #   #=> #<Addrinfo: ::1>
    def ipv6_pktinfo_addr
      ipv6_pktinfo.first
    end

    # :call-seq:
    #   ipv6_pktinfo_ifindex -> integer
    #
    # The interface index of #ipv6_pktinfo.
    #
    #   Socket::AncillaryData.ipv6_pktinfo(Addrinfo.ip("::1"), 3).ipv6_pktinfo_ifindex  #=> 3
    def ipv6_pktinfo_ifindex
      ipv6_pktinfo.last
    end

    private

    def expect(level, type, name, size = nil)
      return if @level == level && @type == type && (size.nil? || @data.bytesize == size)

      raise TypeError, "#{name} ancillary data expected"
    end
  end
end
