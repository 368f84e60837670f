# frozen_string_literal: true

require_relative "option/inspect"

class Socket < BasicSocket
  # The value of a socket option: what BasicSocket#getsockopt returns and BasicSocket#setsockopt
  # takes. Any family, level and option name can be given, as an integer (Socket::SO_KEEPALIVE) or
  # as a name with or without its prefix ("SO_KEEPALIVE", :KEEPALIVE).
  #
  #   socket.setsockopt(Socket::Option.linger(true, 10))
  #   socket.getsockopt(:SOCKET, :LINGER)  #=> #<Socket::Option: INET SOCKET LINGER on 10sec>
  class Option
    class << self
      # :call-seq:
      #   Option.int(family, level, optname, integer) -> option
      #
      # An option whose value is a C int.
      #
      # Raises SocketError for an unknown name, RangeError for an integer beyond a C int.
      #
      #   Socket::Option.int(:INET, :SOCKET, :KEEPALIVE, 1)
      #   #=> #<Socket::Option: INET SOCKET KEEPALIVE 1>
      def int(family, level, optname, integer)
        Option.new(family, level, optname, [NonblockIO::CInteger.int(integer)].pack("i"))
      end

      # :call-seq:
      #   Option.byte(family, level, optname, integer) -> option
      #
      # An option whose value is one byte.
      #
      # Raises SocketError for an unknown name.
      #
      #   Socket::Option.byte(:INET, :SOCKET, :KEEPALIVE, 1).data  #=> "\x01"
      def byte(family, level, optname, integer)
        Option.new(family, level, optname, [integer].pack("C"))
      end

      # :call-seq:
      #   Option.bool(family, level, optname, value) -> option
      #
      # An option whose value is 1 for anything true and else 0, as a C int.
      #
      # Raises SocketError for an unknown name.
      #
      #   Socket::Option.bool(:INET, :SOCKET, :KEEPALIVE, true)
      #   #=> #<Socket::Option: INET SOCKET KEEPALIVE 1>
      def bool(family, level, optname, value)
        int(family, level, optname, value ? 1 : 0)
      end

      # :call-seq:
      #   Option.linger(onoff, seconds) -> option
      #
      # SO_LINGER: whether and how long closing a socket waits for unsent data. The first argument
      # is true, false or an integer.
      #
      #   Socket::Option.linger(true, 10)  #=> #<Socket::Option: UNSPEC SOCKET LINGER on 10sec>
      def linger(onoff, seconds)
        onoff = onoff ? 1 : 0 unless onoff.respond_to?(:to_int)
        data = [onoff, seconds].map { |value| NonblockIO::CInteger.int(value) }.pack("ii")
        Option.new(Socket::AF_UNSPEC, Socket::SOL_SOCKET, Socket::SO_LINGER, data)
      end

      # :call-seq:
      #   Option.ipv4_multicast_ttl(integer) -> option
      #
      # IP_MULTICAST_TTL: how many hops an outgoing multicast datagram lives.
      #
      #   Socket::Option.ipv4_multicast_ttl(10)  #=> #<Socket::Option: INET IP MULTICAST_TTL 10>
      def ipv4_multicast_ttl(integer)
        multicast(Socket::IP_MULTICAST_TTL, integer)
      end

      # :call-seq:
      #   Option.ipv4_multicast_loop(integer) -> option
      #
      # IP_MULTICAST_LOOP: 1 if the machine gets its own multicast datagrams, else 0.
      #
      #   Socket::Option.ipv4_multicast_loop(0)  #=> #<Socket::Option: INET IP MULTICAST_LOOP 0>
      def ipv4_multicast_loop(integer)
        multicast(Socket::IP_MULTICAST_LOOP, integer)
      end

      private

      def multicast(optname, integer)
        data = [NonblockIO::CInteger.int(integer)].pack(MULTICAST_FORMAT)
        Option.new(Socket::AF_INET, Socket::IPPROTO_IP, optname, data)
      end
    end

    # :call-seq:
    #   Option.new(family, level, optname, data) -> option
    #
    # An option with the given bytes.
    #
    # Raises SocketError for an unknown name, TypeError for data that is not a String.
    #
    #   Socket::Option.new(:INET, :SOCKET, :KEEPALIVE, [1].pack("i"))
    #   #=> #<Socket::Option: INET SOCKET KEEPALIVE 1>
    def initialize(family, level, optname, data)
      @family = NAMES.family(family)
      @level = NAMES.level(@family, level)
      @optname = NAMES.option(@family, @level, optname)
      @data = NonblockIO::PackedAddress.to_str(data)
    end

    # The socket family's number.
    #
    #   Socket::Option.linger(true, 10).family  #=> Socket::AF_UNSPEC
    attr_reader :family

    # The level's number.
    #
    #   Socket::Option.linger(true, 10).level  #=> Socket::SOL_SOCKET
    attr_reader :level

    # The option's number.
    #
    #   Socket::Option.linger(true, 10).optname  #=> Socket::SO_LINGER
    attr_reader :optname

    # The bytes.
    #
    #   Socket::Option.int(:INET, :SOCKET, :KEEPALIVE, 1).data  #=> "\x01\x00\x00\x00"
    attr_reader :data
    alias to_s data

    # :call-seq:
    #   int -> integer
    #
    # The value as a C int.
    #
    # Raises TypeError unless the data is as long as one.
    #
    #   socket.getsockopt(:SOCKET, :RCVBUF).int  #=> 212992
    def int
      sized(TEXT::INT_SIZE, "int").unpack1("i")
    end

    # :call-seq:
    #   byte -> integer
    #
    # The value as a byte.
    #
    # Raises TypeError unless the data is one byte.
    #
    #   Socket::Option.byte(:INET, :SOCKET, :KEEPALIVE, 1).byte  #=> 1
    def byte
      sized(1, "char").unpack1("C")
    end

    # :call-seq:
    #   bool -> true or false
    #
    # Whether the value, a C int or a byte, is anything but 0.
    #
    # Raises TypeError for data of another length.
    #
    #   socket.getsockopt(:SOCKET, :KEEPALIVE).bool  #=> false
    def bool
      (@data.bytesize == 1 ? byte : int) != 0
    end

    # :call-seq:
    #   linger -> [true or false or integer, seconds]
    #
    # The value of SO_LINGER.
    #
    # Raises TypeError for another option.
    #
    #   Socket::Option.linger(true, 10).linger  #=> [true, 10]
    def linger
      expect(Socket::SOL_SOCKET, Socket::SO_LINGER, "linger")
      onoff, seconds = sized(2 * TEXT::INT_SIZE, "struct linger").unpack("ii")
      [{ 0 => false, 1 => true }.fetch(onoff, onoff), seconds]
    end

    # :call-seq:
    #   ipv4_multicast_ttl -> integer
    #
    # The value of IP_MULTICAST_TTL.
    #
    # Raises TypeError for another option.
    #
    #   Socket::Option.ipv4_multicast_ttl(10).ipv4_multicast_ttl  #=> 10
    def ipv4_multicast_ttl
      multicast(Socket::IP_MULTICAST_TTL, "ipv4_multicast_ttl")
    end

    # :call-seq:
    #   ipv4_multicast_loop -> integer
    #
    # The value of IP_MULTICAST_LOOP.
    #
    # Raises TypeError for another option.
    #
    #   Socket::Option.ipv4_multicast_loop(0).ipv4_multicast_loop  #=> 0
    def ipv4_multicast_loop
      multicast(Socket::IP_MULTICAST_LOOP, "ipv4_multicast_loop")
    end

    # :call-seq:
    #   unpack(template) -> array
    #
    # String#unpack of the data.
    #
    #   Socket::Option.linger(true, 10).unpack("ii")  #=> [1, 10]
    def unpack(template)
      @data.unpack(template)
    end

    private

    def multicast(optname, name)
      expect(Socket::IPPROTO_IP, optname, name)
      MULTICAST_FORMAT == "i" ? int : byte
    end

    def expect(level, optname, name)
      return if @level == level && @optname == optname

      raise TypeError, "#{name} socket option expected"
    end

    def sized(size, type)
      return @data if @data.bytesize == size

      raise TypeError, "size differ.  expected as sizeof(#{type})=#{size} but #{@data.bytesize}"
    end
  end
end
