# frozen_string_literal: true

module NonblockIO
  module DescriptorLimit # :nodoc:
    # The block's value. Where JRuby fails to open a socket because the process or the system may
    # open no more descriptors, that is raised in MRI's words; JRuby hides it.
    def self.explained(detail)
      yield
    rescue SocketError, SystemCallError
      begin
        Socket.new(:INET, :STREAM).close
      rescue Errno::EMFILE, Errno::ENFILE => e
        raise e.class, "socket(2) #{detail}"
      end
      raise
    end
  end
end
