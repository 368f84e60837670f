# frozen_string_literal: true

# Documentation of methods that are bound in Java without a wrapper in Ruby.
class BasicSocket
  ##
  # :method: read_nonblock
  # :call-seq:
  #   read_nonblock(maxlen, buf = nil, exception: true) -> string, symbol or nil
  #
  # IO#read_nonblock over recv(2): O_NONBLOCK of the socket stays as it is. A connection that the
  # peer reset raises Errno::ECONNRESET.
  #
  #   a, b = UNIXSocket.pair
  #   a << "hello"
  #   b.read_nonblock(5)  #=> "hello"

  ##
  # :method: write_nonblock
  # :call-seq:
  #   write_nonblock(string, exception: true) -> integer or symbol
  #
  # IO#write_nonblock over send(2). A closed peer raises Errno::EPIPE, never SIGPIPE.
  #
  #   a, b = UNIXSocket.pair
  #   a.write_nonblock("hello")  #=> 5

  ##
  # :method: recv
  # :call-seq:
  #   recv(maxlen, flags = 0, buf = nil) -> string or nil
  #
  # Receives at most +maxlen+ bytes, or one message, and waits until there is something.
  # +flags+ are zero or more of the +MSG_+ constants. The result is a new binary string or +buf+,
  # whose content is replaced. At the end of a stream the result is +nil+ since Ruby 3.3 and an
  # empty string before; an empty datagram is an empty string.
  #
  # Raises IOError when the socket is closed (by another thread too) or bytes are buffered,
  # ArgumentError for a negative length, FrozenError for a frozen +buf+, IO::TimeoutError after
  # IO#timeout, and the Errno of any other failure, such as Errno::ECONNRESET.
  #
  #   a, b = UNIXSocket.pair(:DGRAM)
  #   a.send("hello", 0)
  #   b.recv(5, Socket::MSG_PEEK)  #=> "hello"
  #   b.recv(5, 0, buf = +"")      #=> "hello"

  ##
  # :method: recv_nonblock
  # :call-seq:
  #   recv_nonblock(maxlen, flags = 0, buf = nil, exception: true) -> string, symbol or nil
  #
  # BasicSocket#recv without waiting: when nothing is there it raises IO::EAGAINWaitReadable or,
  # if +exception+ is +false+, returns +:wait_readable+ and leaves +buf+ as it was.
  #
  #   a, b = UNIXSocket.pair
  #   b.recv_nonblock(5, exception: false)  #=> :wait_readable
end

module NonblockIO
  module SocketPair # :nodoc:
    private

    def open_pair(domain, type, protocol)
      type = SocketConstants.type(type) unless type.is_a?(Integer)
      pair = __socketpair(domain, type, protocol || 0)
      return pair unless block_given?

      begin
        yield pair
      ensure
        pair.each { |socket| socket.close unless socket.closed? }
      end
    end
  end
end

class Socket
  class << self
    include NonblockIO::SocketPair

    # :call-seq:
    #   pair(domain, type = :STREAM, protocol = 0) -> [socket, socket]
    #   pair(domain, type = :STREAM, protocol = 0) { |pair| ... } -> object
    #
    # UNIXSocket.pair that makes Socket objects, for any +domain+ the system knows socketpair(2)
    # in: +:UNIX+ everywhere. Raises Errno::EOPNOTSUPP for the others.
    #
    #   a, b = Socket.pair(:UNIX, :SEQPACKET)
    def pair(domain, type = Socket::SOCK_STREAM, protocol = 0, &block)
      open_pair(NonblockIO::SocketConstants.family(domain), type, protocol, &block)
    end

    alias socketpair pair
  end
end
