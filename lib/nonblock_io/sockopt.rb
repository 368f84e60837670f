# frozen_string_literal: true

module NonblockIO
  module OptionArguments # :nodoc:
    module_function

    # The level, name and value of either form of BasicSocket#setsockopt.
    def three(arguments)
      return arguments if arguments.size == 3
      return [:level, :optname, :data].map { |part| arguments.first.send(part) } if arguments.one?

      raise ArgumentError, "wrong number of arguments (given #{arguments.size}, expected 3)"
    end

    def bytes(value)
      case value
      when CInteger::LONG then [CInteger.int(value)].pack("i")
      when true then [1].pack("i")
      when false then [0].pack("i")
      else PackedAddress.to_str(value)
      end
    end
  end
end

class BasicSocket
  # :call-seq:
  #   getsockopt(level, optname) -> option
  #
  # The value of a socket option. Level and name are symbols, strings or integers, with or without
  # their prefix.
  #
  # Raises SocketError for an unknown name and the Errno of getsockopt(2), such as
  # Errno::ENOPROTOOPT.
  #
  #   socket.getsockopt(:SOCKET, :KEEPALIVE).bool  #=> false
  #   socket.getsockopt(:TCP, :INFO).unpack("C")   #=> [1]
  def getsockopt(level, optname)
    family = __family
    level = NonblockIO::SocketConstants.level(family, level)
    optname = NonblockIO::SocketConstants.option(family, level, optname)
    Socket::Option.new(family, level, optname, __getsockopt(level, optname))
  end

  # :call-seq:
  #   setsockopt(level, optname, value) -> 0
  #   setsockopt(option) -> 0
  #
  # Sets a socket option. The value is an integer or a boolean, which is passed on as a C int, or a
  # string with the bytes; a Socket::Option has all three.
  #
  # Raises SocketError for an unknown name, TypeError for another kind of value and the Errno of
  # setsockopt(2), such as Errno::ENOPROTOOPT.
  #
  #   socket.setsockopt(:SOCKET, :KEEPALIVE, true)
  #   socket.setsockopt(:SOCKET, :RCVTIMEO, [2, 500_000].pack("l!l!"))
  #   socket.setsockopt(Socket::Option.linger(true, 10))
  def setsockopt(*arguments)
    level, optname, value = NonblockIO::OptionArguments.three(arguments)
    family = __family
    level = NonblockIO::SocketConstants.level(family, level)
    optname = NonblockIO::SocketConstants.option(family, level, optname)
    __setsockopt(level, optname, NonblockIO::OptionArguments.bytes(value))
  end

  # :call-seq:
  #   getpeereid -> [euid, egid]
  #
  # The effective user and group of the process at the other end of a UNIX socket when it
  # connected.
  #
  # Raises the Errno of getsockopt(2), such as Errno::ENOTCONN.
  #
  #   UNIXSocket.pair.first.getpeereid  #=> [1000, 1000]
  def getpeereid
    if Socket.const_defined?(:SO_PEERCRED)
      __getsockopt(Socket::SOL_SOCKET, Socket::SO_PEERCRED).unpack("iII").last(2)
    else
      __getsockopt(Socket::SOL_LOCAL, Socket::LOCAL_PEERCRED).unpack("IIsx2I").values_at(1, 3)
    end
  end
end

Socket.send(:remove_const, :Option)
Socket.autoload(:Option, File.expand_path("option", __dir__))
