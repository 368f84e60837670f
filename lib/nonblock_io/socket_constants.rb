# frozen_string_literal: true

module NonblockIO
  # Turns what callers write for socket constants (Socket::AF_INET, :INET, "AF_INET") into numbers
  # and numbers back into names. A name that is not known raises SocketError, anything that is
  # neither a name nor an integer TypeError.
  module SocketConstants # :nodoc:
    def self.table(pattern, prefix, error)
      ConstantTable.new(pattern, prefix: prefix, error: error)
    end
    private_class_method :table

    FAMILIES = table(/\A[AP]F_/, /\AAF_/, "unknown socket domain")
    ADDRESS_FAMILIES = table(/\A[AP]F_/, /\AAF_/, "unknown address family")
    PROTOCOL_FAMILIES = table(/\APF_/, /\APF_/, "unknown protocol family")
    FAMILY_NAMES = table(/\AAF_/, /\AAF_/, "unknown socket domain")
    TYPES = table(/\ASOCK_/, /\ASOCK_/, "unknown socket type")
    SHUTDOWN_HOWS = table(/\ASHUT_/, /\ASHUT_/, "unknown shutdown argument")
    IP_LEVELS = table(/\A(SOL_SOCKET\z|IPPROTO_)/, /\A(SOL_|IPPROTO_)/, "unknown protocol level")
    OTHER_LEVELS = table(/\ASOL_SOCKET\z/, /\ASOL_/, "unknown protocol level")

    # What getsockopt and setsockopt know, by level.
    OPTIONS = {
      Socket::SOL_SOCKET => table(/\ASO_/, /\ASO_/, "unknown socket level option name"),
      Socket::IPPROTO_IP => table(/\AIP_/, /\AIP_/, "unknown IP level option name"),
      Socket::IPPROTO_IPV6 => table(/\AIPV6_/, /\AIPV6_/, "unknown IPv6 level option name"),
      Socket::IPPROTO_TCP => table(/\ATCP_/, /\ATCP_/, "unknown TCP level option name"),
      Socket::IPPROTO_UDP => table(/\AUDP_/, /\AUDP_/, "unknown UDP level option name")
    }.freeze

    # What control messages are called, by level.
    CONTROLS = {
      Socket::SOL_SOCKET => table(/\ASCM_/, /\ASCM_/, "unknown UNIX control message"),
      Socket::IPPROTO_IP => table(/\AIP_/, /\AIP_/, "unknown IP control message"),
      Socket::IPPROTO_IPV6 => table(/\AIPV6_/, /\AIPV6_/, "unknown IPv6 control message"),
      Socket::IPPROTO_TCP => table(/\ATCP_/, /\ATCP_/, "unknown TCP control message"),
      Socket::IPPROTO_UDP => table(/\AUDP_/, /\AUDP_/, "unknown UDP control message")
    }.freeze

    module_function

    def ip?(family)
      family == Socket::AF_INET || family == Socket::AF_INET6
    end

    def family(argument)
      FAMILIES.number(argument)
    end

    # For names where "unknown socket domain" would not be MRI's word.
    def address_family(argument)
      ADDRESS_FAMILIES.number(argument)
    end

    def type(argument)
      TYPES.number(argument)
    end

    def shutdown_how(argument)
      SHUTDOWN_HOWS.number(argument)
    end

    def level(family, argument)
      (ip?(family) ? IP_LEVELS : OTHER_LEVELS).number(argument)
    end

    def option(family, level, argument)
      number(OPTIONS, family, level, argument)
    end

    def control(family, level, argument)
      number(CONTROLS, family, level, argument)
    end

    def number(tables, family, level, argument)
      table = tables[level] if ip?(family) || level == Socket::SOL_SOCKET
      table ? table.number(argument) : CInteger.int(argument)
    end
    private_class_method :number
  end
end
