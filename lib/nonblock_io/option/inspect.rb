# frozen_string_literal: true

class Socket < BasicSocket
  class Option
    NAMES = NonblockIO::SocketConstants
    TEXT = NonblockIO::SocketInspect
    LABELS = %w[level optname].freeze
    MULTICAST_FORMAT = RbConfig::CONFIG["host_os"].include?("linux") ? "i" : "C"

    # How a value reads, by level and option; what a platform lacks is not there.
    READINGS = {
      Socket::SOL_SOCKET => {
        int: %i[SO_DEBUG SO_ACCEPTCONN SO_BROADCAST SO_REUSEADDR SO_KEEPALIVE SO_OOBINLINE
                SO_SNDBUF SO_RCVBUF SO_DONTROUTE SO_RCVLOWAT SO_SNDLOWAT],
        errno: %i[SO_ERROR],
        socket_type: %i[SO_TYPE],
        linger: %i[SO_LINGER],
        interval: %i[SO_RCVTIMEO SO_SNDTIMEO],
        credentials: %i[SO_PEERCRED]
      },
      Socket::IPPROTO_IP => {
        multicast: %i[IP_MULTICAST_TTL IP_MULTICAST_LOOP],
        multicast_interface: %i[IP_MULTICAST_IF],
        membership: %i[IP_ADD_MEMBERSHIP IP_DROP_MEMBERSHIP]
      },
      Socket::IPPROTO_IPV6 => {
        int: %i[IPV6_MULTICAST_HOPS IPV6_UNICAST_HOPS IPV6_V6ONLY],
        uint: %i[IPV6_MULTICAST_LOOP],
        ipv6_interface: %i[IPV6_MULTICAST_IF],
        ipv6_membership: %i[IPV6_JOIN_GROUP IPV6_LEAVE_GROUP]
      },
      Socket::IPPROTO_TCP => { int: %i[TCP_NODELAY] }
    }.transform_values do |readings|
      readings.flat_map do |reading, names|
        names.select { |name| Socket.const_defined?(name) }
          .map { |name| [Socket.const_get(name), reading] }
      end.to_h
    end.freeze
    private_constant :NAMES, :TEXT, :LABELS, :MULTICAST_FORMAT, :READINGS

    # :call-seq:
    #   inspect -> string
    #
    # The family, the level, the option and its value in words where they are known.
    #
    #   Socket::Option.bool(:INET, :SOCKET, :KEEPALIVE, true).inspect
    #   #=> "#<Socket::Option: INET SOCKET KEEPALIVE 1>"
    def inspect
      names = TEXT.level_and_name(@family, @level, @optname, NAMES::OPTIONS, LABELS)
      "#<#{self.class}: #{TEXT.family(@family)} #{names} #{value_in_words || @data.dump}>"
    end

    private

    def value_in_words
      return unless @level == Socket::SOL_SOCKET || NAMES.ip?(@family)

      reading = READINGS.dig(@level, @optname)
      send(:"#{reading}_in_words") if reading
    end

    def int_in_words
      int.to_s if @data.bytesize == TEXT::INT_SIZE
    end

    def uint_in_words
      @data.unpack1("I").to_s if @data.bytesize == TEXT::INT_SIZE
    end

    def multicast_in_words
      @data.unpack1(MULTICAST_FORMAT).to_s if @data.bytesize == [0].pack(MULTICAST_FORMAT).bytesize
    end

    def errno_in_words
      "#{TEXT.error(int)} (#{int})" if @data.bytesize == TEXT::INT_SIZE
    end

    def socket_type_in_words
      (NAMES::TYPES.name(int) || int).to_s if @data.bytesize == TEXT::INT_SIZE
    end

    def linger_in_words
      return unless @data.bytesize == 2 * TEXT::INT_SIZE

      onoff, seconds = @data.unpack("ii")
      "#{{ 0 => "off", 1 => "on" }.fetch(onoff) { "on(#{onoff})" }} #{seconds}sec"
    end

    def interval_in_words
      format("%d.%06dsec", *TEXT.timeval(@data)) if @data.bytesize == TEXT::TIMEVAL_SIZE
    end

    def credentials_in_words
      return unless @data.bytesize == TEXT::CREDENTIALS_SIZE

      format("pid=%d euid=%d egid=%d (ucred)", *@data.unpack("III"))
    end

    def multicast_interface_in_words
      @data.bytesize == TEXT::INET_SIZE ? TEXT.address(@data) : ip_mreqn_in_words
    end

    def membership_in_words
      return ip_mreqn_in_words unless @data.bytesize == 2 * TEXT::INET_SIZE

      @data.unpack("a4a4").map { |bytes| TEXT.address(bytes) }.join(" ")
    end

    def ip_mreqn_in_words
      return unless @data.bytesize == 2 * TEXT::INET_SIZE + TEXT::INT_SIZE

      group, address, index = @data.unpack("a4a4I")
      name = TEXT.interface(index) || "ifindex:#{index}"
      "#{TEXT.address(group)} #{TEXT.address(address)} #{name}"
    end

    def ipv6_interface_in_words
      return unless @data.bytesize == TEXT::INT_SIZE

      index = @data.unpack1("I")
      (TEXT.interface(index) || index).to_s
    end

    def ipv6_membership_in_words
      return unless @data.bytesize == TEXT::INET6_SIZE + TEXT::INT_SIZE

      group, index = @data.unpack("a16I")
      "#{TEXT.address(group)} #{TEXT.interface(index) || "interface:#{index}"}"
    end
  end
end
