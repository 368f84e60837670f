# frozen_string_literal: true

require_relative "test_helper"

# JRuby runs fibers on virtual threads, whose few carriers must not sleep in the kernel.
class FiberWaitingTest < NonblockTest
  native_only

  WAITS = {
    recv: ->(socket) { socket.recv(10) },
    readpartial: ->(socket) { socket.readpartial(10) },
    wait_readable: ->(socket) { socket.wait_readable(30).recv(10) },
    select: ->(socket) { IO.select([socket], nil, nil, 30)[0][0].recv(10) }
  }.freeze

  WAITS.each do |name, wait|
    define_method(:"test_fibers_in_#{name}_leave_room_for_others") do
      pairs = Array.new(12) { track(UNIXSocket.pair) }
      threads = pairs.map { |_, far| waiting { Fiber.new { wait.call(far) }.resume } }
      assert_equal 42, Fiber.new { 42 }.resume
      near, far = track(UNIXSocket.pair)
      near.write("meanwhile")
      assert_equal "meanwhile", Fiber.new { wait.call(far) }.resume
      pairs.each { |writer, _| writer.write("hello") }
      assert_equal ["hello"] * 12, threads.map { |thread| finished(thread) }
    end
  end

  def test_a_killed_thread_takes_its_waiting_fiber_along
    _, far = track(UNIXSocket.pair)
    thread = waiting { Fiber.new { far.recv(1) }.resume }
    thread.kill
    assert_same thread, thread.join(10)
  end
end
