# frozen_string_literal: true

require_relative "test_helper"
require_relative "child_process"

# Every program in examples/ demonstrates itself when it is run without arguments.
class ExamplesTest < NonblockTest
  include ChildProcess

  FOLDER = File.expand_path("../examples", __dir__)

  def before_setup
    super
    jruby_only
  end

  def test_each_example_has_a_test
    names = Dir["#{FOLDER}/*.rb"].map { |path| File.basename(path, ".rb") }
    assert_empty names.reject { |name| respond_to?(:"test_#{name}") }
  end

  def test_echo_server
    assert_example("echo_server", "hello from client 0\nhello from client 1\n")
  end

  def test_http_deadline
    assert_example("http_deadline", "hello\ndripping server: the deadline has passed\n")
  end

  def test_sniff_protocol
    native_only
    assert_example("sniff_protocol", <<~'TEXT')
      would answer "GET / HTTP/1.1\r\n"
      would shake hands
      would echo "hello\n"
    TEXT
  end

  def test_pass_descriptor
    native_only
    assert_example("pass_descriptor", "the child was told: write something\n")
  end

  def test_udp_server_loop
    native_only
    errors = assert_example("udp_server_loop", "olleh\ndlrow\n", /\A(?:5 bytes from \S+\n){2}\z/)
    assert_includes errors, "127.0.0.1:"
  end

  private

  def assert_example(name, expected, expected_errors = /\A\z/)
    script = "load #{"#{FOLDER}/#{name}.rb".dump}"
    output, errors, success = ruby_output(script, JRUBY_OPTS: FAST_START.join(" "))
    assert_equal [expected, true], [output, success], errors
    assert_match expected_errors, errors
    errors
  end
end
