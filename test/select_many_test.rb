# frozen_string_literal: true

require_relative "test_helper"

# IO.select over many streams.
class SelectManyTest < NonblockTest
  native_only

  COUNT = 1000
  PAIRS = 100

  def setup
    @pairs = Array.new(PAIRS) { UNIXSocket.pair }
    track(@pairs)
    # Several entries for one socket, so that no limit of descriptors is met.
    @readers = Array.new(COUNT) { |i| @pairs[i % PAIRS].first }
  end

  def test_nothing_ready
    assert_nil IO.select(@readers, nil, nil, 0)
    assert_nil IO.select(@readers, nil, @readers, 0.001)
  end

  def test_everything_writable
    assert_equal [[], @readers, []], IO.select(@readers, @readers, @readers, 0)
  end

  def test_some_ready_in_the_order_of_the_list
    ready = [3, 50, 99]
    ready.each { |i| @pairs[i].last.write("x") }
    expected = @readers.select.with_index { |_, i| ready.include?(i % PAIRS) }
    assert_equal [expected, [], []], IO.select(@readers, nil, nil, 5)
  end

  def test_one_of_them_buffered
    @readers[7].ungetbyte("x")
    @pairs[8].last.write("x")
    expected = @readers.select.with_index { |_, i| [7, 8].include?(i % PAIRS) }
    assert_equal [expected, [], []], IO.select(@readers, nil, nil, 10)
  end

  def test_waits_for_the_last
    reader, writer = @pairs.last
    50.times do
      thread = waiting { IO.select(@readers, nil, nil, 10) }
      writer.write("x")
      assert_equal [[reader] * (COUNT / PAIRS), [], []], finished(thread)
      reader.readpartial(10)
    end
  end

  def test_many_threads_wait
    threads = @pairs.map { |near, _| background { IO.select([near], nil, nil, 10) } }
    @pairs.each { |_, far| far.write("x") }
    threads.zip(@pairs) { |thread, (near, _)| assert_equal [[near], [], []], finished(thread) }
  end

  def test_interrupted_and_closed_while_waiting
    thread = waiting { IO.select(@readers) }
    thread.kill
    assert_nil finished(thread)
    skip "C Ruby lets select go on" unless jruby?

    thread = waiting { IO.select(@readers) }
    finished(background { @readers.last.close })
    assert_raises_with(IOError, "stream closed in another thread") { finished(thread) }
  end

  # Each close raises in the waiting thread, one of them for it to see.
  def test_closed_by_several_threads_it_raises_once
    jruby_only
    quiet, = track(IO.pipe)
    30.times do
      readers = Array.new(8) { track(*IO.pipe).first }
      thread = waiting do
        assert_raises_with(IOError, "stream closed in another thread") { IO.select(readers) }
        quiet.wait_readable(0.001)
      end
      readers.map { |reader| background { reader.close } }.each { |closing| finished(closing) }
      assert_nil finished(thread)
    end
  end

  def test_a_closed_one_among_them
    @readers.last.close
    assert_raises_with(IOError, "closed stream") { IO.select(@readers, nil, nil, 0) }
  end

  def test_as_many_descriptors_as_the_process_may_open
    limit = Process.getrlimit(:NOFILE).first
    skip "only #{limit} descriptors" if limit < 3 * COUNT

    pipes = Array.new(COUNT) { IO.pipe }
    track(pipes)
    readers = pipes.map(&:first)
    assert_nil IO.select(readers, nil, nil, 0)
    pipes.last.last.write("x")
    assert_equal [[readers.last], [], []], IO.select(readers, nil, nil, 5)
  end
end
