# frozen_string_literal: true

require_relative "test_helper"

# IO.for_fd makes several streams for one descriptor: each answers for itself.
class SharedDescriptorTest < NonblockTest
  native_only

  def test_a_stream_that_is_closed_says_so_itself
    original, copy = streams
    copy.close
    assert_raises_with(IOError, "closed stream") { copy.gets }
    assert_raises(Errno::EBADF) { original.gets }
  end

  # Rarely does the closing thread come between the mode and the call of one that begins to read.
  def test_closing_the_stream_that_is_read_is_told_whenever_it_comes
    100.times do
      _, copy = streams
      thread = waiting { copy.gets }
      finished(background { copy.close })
      assert_raises_with(IOError, "stream closed in another thread") { finished(thread) }
    end
  end

  def test_closing_a_stream_ends_the_reads_of_the_other
    original, copy = streams
    thread = waiting { original.gets }
    wait_until("the kernel is asked") { polls?(thread) }
    finished(background { copy.close })
    assert_raises_with(IOError, "stream closed in another thread") { finished(thread) }
  end

  private

  def streams
    original, peer = UNIXSocket.pair
    original.autoclose = false
    copy = IO.for_fd(original.fileno, "r+")
    track(copy, peer)
    [original, copy]
  end

  # JRuby says "sleep" a little before the read begins, when EBADF would be right.
  def polls?(thread)
    JRuby.ref(thread).native_thread.stack_trace.map(&:class_name).include?("nonblockio.Waiter")
  end
end
