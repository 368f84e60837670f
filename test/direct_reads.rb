# frozen_string_literal: true

# What sysread and readpartial have in common; receive(length, buffer = nil) makes the call.
module DirectReadsContract
  def test_gives_what_is_there
    deliver("hello")
    assert_binary "hello", receive(100)
  end

  def test_waits_for_data
    thread = waiting { receive(100) }
    writer.write("hello")
    assert_binary "hello", finished(thread)
  end

  def test_waits_again_each_time
    5.times do |i|
      thread = waiting { receive(100) }
      writer.write(i.to_s)
      assert_equal i.to_s, finished(thread)
      assert_same :wait_readable, reader.read_nonblock(5, exception: false)
    end
  end

  def test_fills_the_buffer
    deliver("hello")
    buffer = +"something old"
    assert_same buffer, receive(100, buffer)
    assert_equal "hello", buffer
  end

  def test_leaves_the_buffer_while_it_waits
    buffer = +"old"
    thread = waiting { receive(100, buffer) }
    assert_equal "old", buffer
    writer.write("hello")
    assert_same buffer, finished(thread)
    assert_equal "hello", buffer
  end

  def test_an_interrupt_leaves_the_buffer
    buffer = +"old"
    thread = waiting { receive(100, buffer) }
    thread.kill
    finished(thread)
    assert_equal "old", buffer.byteslice(0, 3)
  end

  def test_copies_of_the_buffer_stay_as_they_are
    deliver("hello")
    buffer = +"0123456789" * 10
    copy = buffer.dup
    tail = buffer[40..]
    receive(100, buffer)
    assert_equal ["hello", "0123456789" * 10, "0123456789" * 6], [buffer, copy, tail]
  end

  def test_the_buffer_keeps_its_encoding
    deliver("hello")
    buffer = "größer".encode("UTF-16LE")
    receive(100, buffer)
    assert_equal ["hello".b, Encoding::UTF_16LE], [buffer.b, buffer.encoding]
  end

  def test_refuses_a_frozen_buffer_and_keeps_the_data
    deliver("hello")
    assert_raises(FrozenError) { receive(100, "old".freeze) }
    assert_equal "hello", receive(100)
  end

  def test_refuses_what_is_no_string
    deliver("hello")
    { 5 => "Integer", :old => "Symbol" }.each do |object, name|
      message = "no implicit conversion of #{name} into String"
      assert_raises_with(TypeError, message) { receive(100, object) }
    end
    assert_equal "hello", receive(100)
  end

  def test_refuses_what_is_no_length
    message = "no implicit conversion of String into Integer"
    assert_raises_with(TypeError, message) { receive("5") }
    assert_raises(TypeError) { receive(nil) }
    assert_raises(RangeError) { receive(2**70) }
  end

  def test_another_thread_writes_to_the_same_stream
    skip "one direction only" unless kind.has?(:socket, :fill)

    thread = waiting { receive(100) }
    reader.write("there")
    assert_equal "there", await(writer).readpartial(100)
    writer.write("back")
    assert_equal "back", finished(thread)
  end
end

module DirectReadsEndContract
  def test_the_end_empties_the_buffer
    finish
    buffer = +"old"
    assert_raises_with(EOFError, "end of file reached") { receive(100, buffer) }
    assert_equal "", buffer
    assert_raises(EOFError) { receive(100) }
    assert_equal "", receive(0)
  end

  def test_the_end_ends_the_wait
    thread = waiting { receive(100) }
    finish
    assert_raises_with(EOFError, "end of file reached") { finished(thread) }
  end

  def test_what_came_before_the_end
    deliver("hello")
    finish
    assert_equal "hello", receive(100)
    assert_raises(EOFError) { receive(100) }
  end
end

# receive(io) makes the call.
module DirectReadErrors
  def test_a_reset
    near, far = track(tcp_pair)
    near.write("unread")
    thread = waiting { receive(near) }
    await(far).close
    assert_errno(Errno::ECONNRESET) { finished(thread) }
  end

  def test_a_refused_datagram
    receiver, sender = track(udp_pair)
    receiver.close
    sender.write("hello")
    assert_errno(Errno::ECONNREFUSED) { receive(sender) }
  end

  def test_not_connected
    socket = track(Socket.new(:INET, :STREAM))
    assert_errno(Errno::ENOTCONN) { receive(socket) }
  end

  def test_closed
    reader, writer = track(IO.pipe)
    assert_raises_with(IOError, "not opened for reading") { receive(writer) }
    reader.close
    assert_raises_with(IOError, "closed stream") { receive(reader) }
  end

  def test_a_reader_and_a_writer_share_a_socket
    near, far = track(tcp_pair)
    size = 1_000_000
    sending = [near, far].map { |io| background { io.write("x" * size) } }
    counting = [far, near].map do |io|
      background do
        total = 0
        total += receive(io).bytesize while total < size
        total
      end
    end
    (sending + counting).each { |thread| assert_equal size, finished(thread, 15) }
  end
end
