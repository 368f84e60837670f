# frozen_string_literal: true

class Socket < BasicSocket
  class AncillaryData
    TEXT = NonblockIO::SocketInspect
    LABELS = %w[cmsg_level cmsg_type].freeze
    IP_PKTINFO_SIZE = 12
    IPV6_PKTINFO_SIZE = 20

    # The unit of the fraction in a time stamp, by type; what a platform lacks is not there.
    TIMESTAMP_UNITS = { SCM_TIMESTAMP: :microsecond, SCM_TIMESTAMPNS: :nanosecond }
      .select { |name, _| Socket.const_defined?(name) }
      .transform_keys { |name| Socket.const_get(name) }.freeze
    private_constant :TEXT, :LABELS, :IP_PKTINFO_SIZE, :IPV6_PKTINFO_SIZE, :TIMESTAMP_UNITS

    # :call-seq:
    #   inspect -> string
    #
    # The family, the level, the type and the data in words where they are known.
    #
    #   Socket::AncillaryData.unix_rights($stderr).inspect
    #   #=> "#<Socket::AncillaryData: UNIX SOCKET RIGHTS 2>"
    def inspect
      names = TEXT.level_and_name(@family, @level, @type, NAMES::CONTROLS, LABELS)
      "#<#{self.class}: #{TEXT.family(@family)} #{names} #{data_in_words || @data.dump}>"
    end

    private

    def data_in_words
      if @level == Socket::SOL_SOCKET
        socket_data
      elsif NAMES.ip?(@family) && @level == Socket::IPPROTO_IP
        ip_data
      elsif NAMES.ip?(@family) && @level == Socket::IPPROTO_IPV6
        ipv6_data
      end
    end

    def socket_data
      case @type
      when Socket::SCM_RIGHTS then rights_data
      when *TIMESTAMP_UNITS.keys then timestamp_data
      when credentials_type then credentials_data
      end
    end

    def credentials_type
      Socket::SCM_CREDENTIALS if Socket.const_defined?(:SCM_CREDENTIALS)
    end

    def rights_data
      return if @data.empty? || @data.bytesize % TEXT::INT_SIZE != 0

      @data.unpack("i*").join(" ")
    end

    def timestamp_data
      return unless @data.bytesize == TEXT::TIMEVAL_SIZE

      digits = TIMESTAMP_UNITS[@type] == :microsecond ? 6 : 9
      seconds, fraction = TEXT.timeval(@data)
      format("%s.%0#{digits}d", TEXT.local_time(seconds), fraction)
    end

    def credentials_data
      return unless @data.bytesize == TEXT::CREDENTIALS_SIZE

      format("pid=%d uid=%d gid=%d (ucred)", *@data.unpack("III"))
    end

    def ip_data
      return unless Socket.const_defined?(:IP_PKTINFO) && @type == Socket::IP_PKTINFO
      return unless @data.bytesize == IP_PKTINFO_SIZE

      index, source, addr = @data.unpack("ia4a4")
      "#{TEXT.address(addr)} #{interface(index)} spec_dst:#{TEXT.address(source)}"
    end

    def ipv6_data
      return unless @type == Socket::IPV6_PKTINFO && @data.bytesize == IPV6_PKTINFO_SIZE

      addr, index = @data.unpack("a16i")
      "#{TEXT.address(addr)} #{interface(index)}"
    end

    def interface(index)
      TEXT.interface(index) || "ifindex:#{index}"
    end
  end
end
