# frozen_string_literal: true

require_relative "test_helper"

module RecvNonblockContract
  WOULD_BLOCK = "Resource temporarily unavailable - recvfrom(2) would block"

  def test_raises_eagain_while_nothing_is_there
    error = assert_raises(IO::EAGAINWaitReadable) { reader.recv_nonblock(5) }
    assert_instance_of IO::EAGAINWaitReadable, error
    assert_kind_of IO::WaitReadable, error
    assert_kind_of Errno::EAGAIN, error
  end

  def test_the_message_of_eagain
    native_only
    assert_raises_with(IO::EAGAINWaitReadable, WOULD_BLOCK) { reader.recv_nonblock(5) }
    assert_raises_with(IO::EAGAINWaitReadable, WOULD_BLOCK) { reader.recv_nonblock(5, 0, +"") }
  end

  def test_returns_a_symbol_without_exception
    assert_same :wait_readable, reader.recv_nonblock(5, exception: false)
    assert_same :wait_readable, reader.recv_nonblock(5, 0, exception: false)
    assert_same :wait_readable, reader.recv_nonblock(5, 0, +"", exception: false)
  end

  def test_leaves_the_buffer_alone_while_nothing_is_there
    buffer = +"größer"
    copy = buffer.dup
    [1, 3, 100_000].each do |length|
      assert_same :wait_readable, reader.recv_nonblock(length, 0, buffer, exception: false)
      assert_raises(IO::EAGAINWaitReadable) { reader.recv_nonblock(length, 0, buffer) }
      assert_equal copy, buffer
      assert_equal Encoding::UTF_8, buffer.encoding
      assert_predicate buffer, :valid_encoding?
    end
  end

  def test_length_zero_finds_nothing_either
    native_only
    assert_same :wait_readable, reader.recv_nonblock(0, exception: false)
    assert_raises_with(IO::EAGAINWaitReadable, WOULD_BLOCK) { reader.recv_nonblock(0, 0, +"") }
  end

  def test_peeking_finds_nothing_either
    native_only
    peek = Socket::MSG_PEEK
    assert_same :wait_readable, reader.recv_nonblock(5, peek, exception: false)
    assert_raises_with(IO::EAGAINWaitReadable, WOULD_BLOCK) { reader.recv_nonblock(5, peek) }
  end

  def test_finds_nothing_once_the_data_is_received
    deliver("hello")
    assert_equal "hello", reader.recv_nonblock(100, exception: false)
    assert_same :wait_readable, reader.recv_nonblock(100, exception: false)
    assert_same :wait_readable, reader.read_nonblock(100, exception: false)
    deliver("again")
    assert_equal "again", reader.recv_nonblock(100, exception: true)
  end

  def test_refuses_nil_for_the_flags
    message = "no implicit conversion from nil to integer"
    assert_raises_with(TypeError, message) { reader.recv_nonblock(5, nil) }
  end

  def test_nil_for_the_buffer_is_no_buffer
    deliver("hello")
    assert_binary "hello", reader.recv_nonblock(100, 0, nil)
  end
end

IOKinds.contract("RecvNonblock", :socket) { include RecvNonblockContract }
