# frozen_string_literal: true

module NonblockIO
  VERSION = "0.1.0"
end
