# frozen_string_literal: true

Socket.autoload :AncillaryData, "nonblock_io/ancillary_data"

class BasicSocket
  # :call-seq:
  #   sendmsg(mesg, flags = 0, dest_sockaddr = nil, *controls) -> integer
  #
  # BasicSocket#send with control data: each of +controls+ is a Socket::AncillaryData or an array
  # [level, type, data].
  #
  # Raises ArgumentError for an array of another length and SocketError for an unknown name, and
  # what BasicSocket#send raises.
  #
  #   a, b = UNIXSocket.pair
  #   a.sendmsg("log", 0, nil, Socket::AncillaryData.unix_rights($stderr))  #=> 3
  def sendmsg(mesg, flags = 0, dest_sockaddr = nil, *controls)
    __sendmsg(mesg, flags, dest_sockaddr, controls)
  end

  # :call-seq:
  #   sendmsg_nonblock(mesg, flags = 0, dest_sockaddr = nil, *controls, exception: true)
  #     -> integer or symbol
  #
  # BasicSocket#sendmsg without waiting: when there is no room it raises IO::EAGAINWaitWritable or,
  # if +exception+ is +false+, returns +:wait_writable+.
  #
  #   a, b = UNIXSocket.pair
  #   a.sendmsg_nonblock("hello")  #=> 5
  def sendmsg_nonblock(mesg, flags = 0, dest_sockaddr = nil, *controls, exception: true)
    __sendmsg_nonblock(mesg, flags, dest_sockaddr, controls, exception)
  end

  # :call-seq:
  #   recvmsg(dlen = nil, flags = 0, clen = nil, scm_rights: false)
  #     -> [string, addrinfo, flags, *controls] or nil
  #
  # Receives a message, its sender, the flags the system set (such as Socket::MSG_TRUNC) and its
  # control data as Socket::AncillaryData objects. +dlen+ and +clen+ are the most bytes of data and
  # of control data; without them the room grows until a datagram fits. At the end of a stream the
  # result is +nil+ since Ruby 3.3.
  #
  # Files that came with the message (SCM_RIGHTS) are closed unless +scm_rights+ is true:
  # then Socket::AncillaryData#unix_rights has them as IO and Socket objects, close-on-exec.
  #
  # Raises what BasicSocket#recv raises.
  #
  #   a, b = UNIXSocket.pair
  #   a.sendmsg("log", 0, nil, Socket::AncillaryData.unix_rights($stderr))
  #   data, sender, flags, control = b.recvmsg(scm_rights: true)
  #   control.unix_rights  #=> [#<IO:fd 11>]
  def recvmsg(dlen = nil, flags = 0, clen = nil, scm_rights: false)
    __recvmsg(dlen, flags, clen, scm_rights)
  end

  # :call-seq:
  #   recvmsg_nonblock(dlen = nil, flags = 0, clen = nil, scm_rights: false, exception: true)
  #     -> [string, addrinfo, flags, *controls], symbol or nil
  #
  # BasicSocket#recvmsg without waiting: when nothing is there it raises IO::EAGAINWaitReadable or,
  # if +exception+ is +false+, returns +:wait_readable+.
  #
  #   a, b = UNIXSocket.pair
  #   b.recvmsg_nonblock(exception: false)  #=> :wait_readable
  def recvmsg_nonblock(dlen = nil, flags = 0, clen = nil, scm_rights: false, exception: true)
    __recvmsg_nonblock(dlen, flags, clen, scm_rights, exception)
  end
end

class UNIXSocket
  # :call-seq:
  #   send_io(io) -> nil
  #
  # Passes an open file, an IO or the number of a descriptor, to the peer.
  #
  # Raises TypeError for anything else, IOError for a closed IO, and what BasicSocket#sendmsg
  # raises.
  #
  #   a, b = UNIXSocket.pair
  #   a.send_io($stdout)
  #   b.recv_io.puts "written to the passed file"
  def send_io(io)
    unless io.is_a?(IO) || io.is_a?(Integer)
      raise TypeError, "neither IO nor file descriptor"
    end

    descriptor = [io.is_a?(IO) ? io.fileno : NonblockIO::CInteger.int(io)].pack("i")
    __sendmsg("\0", 0, nil, [[Socket::SOL_SOCKET, Socket::SCM_RIGHTS, descriptor]])
    nil
  end

  # :call-seq:
  #   recv_io(klass = IO, mode = nil) -> io or integer
  #
  # Receives an open file that the peer passed with #send_io, as <tt>klass.for_fd(fd, mode)</tt>, or
  # its number if +klass+ is +nil+. It is close-on-exec.
  #
  # Raises SocketError if the message had no file with it.
  #
  #   server = b.recv_io(TCPServer)
  def recv_io(klass = IO, mode = nil)
    __recv_io(klass, mode)
  end
end
