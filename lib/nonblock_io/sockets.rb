# frozen_string_literal: true

# What the native backends answer by descriptor and JRuby's own methods could not.
require_relative "shutdown"
require_relative "addresses"
require_relative "addrinfo"
require_relative "addrinfo_lookup"
require_relative "host_names"
require_relative "interface_addresses"
require_relative "sockopt"
require_relative "servers"
require_relative "unix_sockets"
require_relative "connecting"
