# frozen_string_literal: true

require_relative "stats"
require_relative "row"
require_relative "loop_row"

# The order in which the table shows them.
%w[io_nonblock eagain stream recv_dgram net_http load messages wait exchange text].each do |file|
  require_relative "../rows/#{file}"
end
