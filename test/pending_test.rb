# frozen_string_literal: true

require_relative "test_helper"
require_relative "io_kinds"
require "io/wait"

# IO#nread and #ready?, which io/wait has before Ruby 4.0.
module PendingContract
  def test_counts_what_waits_in_the_kernel_and_in_the_buffer
    skip "this Ruby has no IO#nread" unless reader.respond_to?(:nread)
    native_only

    assert_equal 0, reader.nread
    writer.write("x" * 100)
    await(reader)
    [100, 75, 50, 25].each do |left|
      assert_equal left, reader.nread
      assert reader.ready?
      reader.read(25)
    end
    assert_equal 0, reader.nread
    refute reader.ready?
  end
end

IOKinds.contract("Pending", :stream, :idle) { include PendingContract }
