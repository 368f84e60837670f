# frozen_string_literal: true

class UNIXSocket
  class << self
    include NonblockIO::SocketPair

    # :call-seq:
    #   pair(type = :STREAM, protocol = 0) -> [socket, socket]
    #   pair(type = :STREAM, protocol = 0) { |pair| ... } -> object
    #
    # Makes two UNIX sockets connected to each other with socketpair(2). +type+ is +:STREAM+,
    # +:DGRAM+ or +:SEQPACKET+ (as a symbol, string or Socket::SOCK_ constant); the latter two keep
    # the boundaries of messages. With a block both are closed after it, and its value is returned.
    #
    # Raises SocketError for an unknown type and the Errno of socketpair(2), such as
    # Errno::EPROTONOSUPPORT or Errno::EMFILE.
    #
    #   a, b = UNIXSocket.pair(:DGRAM)
    #   a.send("one", 0)
    #   a.send("two", 0)
    #   b.recv(10)  #=> "one"
    def pair(type = Socket::SOCK_STREAM, protocol = 0, &block)
      open_pair(Socket::AF_UNIX, type, protocol, &block)
    end

    alias socketpair pair
  end
end
