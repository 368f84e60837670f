# frozen_string_literal: true

class BasicSocket
  class << self
    # :call-seq:
    #   for_fd(descriptor) -> socket
    #
    # Makes a socket object of an open descriptor of any kind of socket, which it owns from then on
    # (see IO#autoclose=).
    #
    # Raises Errno::EBADF when the descriptor is not an open socket.
    #
    #   socket = Socket.for_fd(server.sysaccept.first)
    def for_fd(descriptor)
      __for_fd(descriptor)
    end
  end
end

# :stopdoc:
[Socket, UNIXSocket].each { |type| type.singleton_class.send(:remove_method, :for_fd) }
# :startdoc:

class Socket
  # :call-seq:
  #   Socket.new(domain, type, protocol = 0) -> socket
  #
  # Makes a socket with socket(2), of any domain and type that the system knows. Each is a symbol,
  # a string or a constant, with or without its prefix: +:INET+, "AF_INET", Socket::AF_INET.
  #
  # Raises SocketError for an unknown name, TypeError for a protocol that is not an integer and the
  # Errno of socket(2), such as Errno::EPROTONOSUPPORT.
  #
  #   Socket.new(:UNIX, :DGRAM)
  #   Socket.new(:INET6, :STREAM)
  def initialize(domain, type, protocol = 0)
    family = NonblockIO::SocketConstants.family(domain)
    __open(family, NonblockIO::SocketConstants.type(type), protocol || 0)
  end

  # :call-seq:
  #   bind(address) -> 0
  #
  # Gives the socket a local address with bind(2). The address is an Addrinfo or a packed string.
  #
  # Raises the Errno of bind(2), such as Errno::EADDRINUSE.
  #
  #   socket = Socket.new(:UNIX, :DGRAM)
  #   socket.bind(Addrinfo.unix("/run/example.sock", :DGRAM))  #=> 0
  def bind(address)
    __bind(address)
  end

  # :call-seq:
  #   connect(address) -> 0
  #
  # Connects to an address (an Addrinfo or a packed string) and waits until that succeeds or fails.
  #
  # Raises the Errno of connect(2), such as Errno::ECONNREFUSED, and IO::TimeoutError after
  # IO#timeout.
  #
  #   socket = Socket.new(:INET, :STREAM)
  #   socket.connect(Socket.sockaddr_in(80, "127.0.0.1"))  #=> 0
  def connect(address)
    __connect(address)
  end

  # :call-seq:
  #   connect_nonblock(address, exception: true) -> 0 or symbol
  #
  # Socket#connect without waiting. When the connection is not there yet it raises
  # IO::EINPROGRESSWaitWritable or, if +exception+ is +false+, returns +:wait_writable+: the socket
  # becomes writable when the connection is established or has failed, and calling the method
  # again tells which (Errno::EISCONN, which is 0 if +exception+ is +false+, or the failure).
  #
  #   socket = Socket.new(:INET, :STREAM)
  #   address = Socket.sockaddr_in(80, "127.0.0.1")
  #   if socket.connect_nonblock(address, exception: false) == :wait_writable
  #     socket.wait_writable
  #     socket.connect_nonblock(address, exception: false)  #=> 0
  #   end
  def connect_nonblock(address, exception: true)
    __connect_nonblock(address, exception)
  end
end

class TCPSocket
  alias __initialize initialize
  private :__initialize

  # :call-seq:
  #   TCPSocket.new(host, port, local_host = nil, local_port = nil, **options) -> tcpsocket
  #
  # Connects to a host (+nil+: this one) and port, from a local address if one is given. The options
  # are those of the running JRuby, such as +connect_timeout+.
  #
  # Raises SocketError (since Ruby 3.3 its subclass Socket::ResolutionError) for an unknown host and
  # the Errno of socket(2) or connect(2), such as Errno::EMFILE or Errno::ECONNREFUSED.
  #
  #   socket = TCPSocket.new("127.0.0.1", 80)
  def initialize(host, port, *local, **options)
    NonblockIO::OpeningErrors.explained(host, port) do
      __initialize(host, port, *local, **options)
    end
    NonblockIO::HostFamily.note(self, host)
  rescue Errno::ECONNREFUSED
    raise unless host.nil?

    __initialize("::1", port, *local, **options)
  end
end

# JRuby's own helpers make a ServerSocket where any Socket can listen now.
[Socket, Addrinfo].each do |user|
  user.const_set(:ServerSocket, Socket)
  user.private_constant(:ServerSocket)
end

# JRuby's class for sockets that listen, which any Socket can do.
class ServerSocket
  remove_method :accept, :accept_nonblock, :connect, :connect_nonblock, :listen

  # :call-seq:
  #   bind(address, backlog = Socket::SOMAXCONN) -> 0
  #
  # Socket#bind followed by Socket#listen.
  def bind(address, backlog = Socket::SOMAXCONN)
    super(address)
    listen(backlog.positive? ? backlog : Socket::SOMAXCONN)
  end
end
