# frozen_string_literal: true

module NonblockIO
  module DescriptorLimit # :nodoc:
    # The block's value. Where JRuby fails because the process or the system may open no more
    # descriptors, that is raised in MRI's words; JRuby hides it.
    def self.explained(call)
      yield
    rescue SocketError, SystemCallError
      begin
        Socket.new(:INET, :STREAM).close
      rescue Errno::EMFILE, Errno::ENFILE => e
        raise e.class, call
      end
      raise
    end
  end
end
