# frozen_string_literal: true

class Socket
  # What looking up a host or a service fails with.
  class ResolutionError < SocketError
    # :call-seq:
    #   error_code -> integer
    #
    # Which failure it is, one of the +EAI_+ constants.
    #
    #   begin
    #     Addrinfo.tcp("no such host", 80)
    #   rescue Socket::ResolutionError => e
    #     e.error_code == Socket::EAI_NONAME  #=> true
    #   end
    def error_code
      @error_code
    end
  end
end
