# frozen_string_literal: true

require_relative "../nonblock_io/text"
