# frozen_string_literal: true

module NonblockIO
  module OpeningErrors # :nodoc:
    # The block's value. Where JRuby fails to open a socket for a host and a port, that is raised in
    # MRI's words: JRuby hides that there is no descriptor left and why a name is not known.
    def self.explained(host, port, flags = 0, &block)
      DescriptorLimit.explained("socket(2) for #{host.inspect} port #{port}", &block)
    rescue SocketError
      AddrinfoLookup.all(host, port, 0, Socket::SOCK_STREAM, 0, flags)
      raise
    end
  end
end
