# frozen_string_literal: true

class BasicSocket
  # :call-seq:
  #   shutdown(how = :RDWR) -> 0
  #
  # Ends sending (+:WR+), receiving (+:RD+) or both (+:RDWR+) on the connection with shutdown(2),
  # for every copy of the descriptor; the socket stays open. +how+ is a symbol, a string or one of
  # the Socket::SHUT_ constants, with or without the prefix.
  #
  # Raises ArgumentError for another integer, SocketError for another name, IOError when the socket
  # is closed and the Errno of shutdown(2), such as Errno::ENOTCONN.
  #
  #   a, b = UNIXSocket.pair
  #   a.shutdown(:WR)  #=> 0
  #   b.read           #=> ""
  def shutdown(how = nil)
    how = how.nil? ? Socket::SHUT_RDWR : NonblockIO::SocketConstants.shutdown_how(how)
    return __shutdown(how) if (Socket::SHUT_RD..Socket::SHUT_RDWR).cover?(how)

    quote = RUBY_VERSION < "3.4" ? "`" : "'"
    raise ArgumentError, "#{quote}how' should be either :SHUT_RD, :SHUT_WR, :SHUT_RDWR"
  end

  # :call-seq:
  #   close_read -> nil
  #
  # Ends receiving on the connection; closes the socket if it was not open for writing any more.
  #
  # Raises IOError when the socket is closed.
  #
  #   a, b = UNIXSocket.pair
  #   a.close_read
  #   a.read  # raises IOError
  def close_read
    __close_read
  end

  # :call-seq:
  #   close_write -> nil
  #
  # Ends sending on the connection; closes the socket if it was not open for reading any more.
  #
  # Raises IOError when the socket is closed.
  #
  #   a, b = UNIXSocket.pair
  #   a.close_write
  #   b.read  #=> ""
  def close_write
    __close_write
  end
end
