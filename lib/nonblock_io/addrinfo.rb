# frozen_string_literal: true

module NonblockIO
  module UnixPath # :nodoc:
    LONGEST = RbConfig::CONFIG["host_os"].include?("linux") ? 108 : 104

    # The path as a string, unless it does not fit into a struct sockaddr_un.
    def self.checked(path)
      path = String.try_convert(path) || ("" + path)
      return path if path.bytesize <= LONGEST

      raise ArgumentError, excess("too long unix socket path", path)
    end

    # The packed address: a path is padded with NULs, an abstract name is not.
    def self.packed(path)
      path = checked(path)
      size = path.start_with?("\0") ? path.bytesize : LONGEST
      [Socket::AF_UNIX, path].pack("na#{size}")
    end

    def self.excess(what, path)
      "#{what} (#{path.bytesize} bytes given but #{LONGEST} bytes max)"
    end
  end
end

class Addrinfo
  undef_method :to_str
  remove_method :marshal_dump, :marshal_load

  # :call-seq:
  #   Addrinfo.new(address, family = nil, type = nil, protocol = 0) -> addrinfo
  #
  # An address in one of its packed or array forms, with the socket's family and type as symbols,
  # strings or integers.
  #
  # Raises SocketError (since Ruby 3.3 its subclass Socket::ResolutionError) for unknown names and
  # addresses, TypeError for anything that is neither a string nor an array.
  #
  #   Addrinfo.new(["AF_INET", 80, nil, "127.0.0.1"], nil, :STREAM)
  def initialize(address, family = nil, type = nil, protocol = nil)
    unless family.nil? || family.is_a?(Integer)
      family = NonblockIO::SocketConstants.family(family)
    end
    type = type ? NonblockIO::SocketConstants.type(type) : 0 unless type.is_a?(Integer)
    protocol ||= 0
    if (array = Array.try_convert(address))
      *fields, name = NonblockIO::AddrinfoFields.from_array(array, family, type, protocol)
      __fill(*fields)
      __name(nil, name)
    else
      __fill(address, family || 0, type, protocol)
    end
  end

  # :call-seq:
  #   marshal_dump -> array
  #
  # What Marshal.dump stores: names instead of numbers, which differ between platforms.
  #
  # Raises SocketError for an address that has none.
  #
  #   Marshal.load(Marshal.dump(Addrinfo.tcp("127.0.0.1", 80)))
  #   #=> #<Addrinfo: 127.0.0.1:80 TCP>
  def marshal_dump
    [*NonblockIO::AddrinfoFields.to_marshal(self), __inspect_name]
  end

  # :call-seq:
  #   marshal_load(array) -> self
  #
  # Takes what #marshal_dump gave, for Marshal.load.
  #
  # Raises TypeError for a name that this platform does not know and for an object that has an
  # address already.
  def marshal_load(fields)
    __fill(*NonblockIO::AddrinfoFields.from_marshal(fields))
    __name(fields[5], fields[6])
  end
end
