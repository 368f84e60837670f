# frozen_string_literal: true

require_relative "test_helper"
require_relative "child_process"

class InfoTest < NonblockTest
  include ChildProcess

  BACKEND_AND_WHY = "require 'nonblock-io'; print NonblockIO.info[/Backend .*/]"
  VISIBLE = "Real descriptors can be had."

  def before_setup
    super
    jruby_only
  end

  def test_one_paragraph_with_every_version
    info = NonblockIO.info
    refute_includes info, "\n"
    [NonblockIO::VERSION, JRUBY_VERSION, RUBY_VERSION, *ENV_JAVA.values_at(
      "java.vm.name", "java.vm.version", "java.version", "os.name", "os.version", "os.arch"
    ), "Backend #{NonblockIO.backend}: "].each { |part| assert_includes info, part }
  end

  def test_prints_nothing
    assert_equal ["", "", true], ruby_output("require 'nonblock-io'; NonblockIO.info")
  end

  def test_says_which_setting_asked_for_the_backend
    assert_info(/\ABackend jruby: jruby asked for by NONBLOCK_IO_BACKEND\. Real descriptors can/,
                NONBLOCK_IO_BACKEND: "jruby")
    native_only
    assert_info(/\ABackend jnr: jnr asked for by nonblock\.io\.backend\. #{VISIBLE}\z/,
                "-J-Dnonblock.io.backend=jnr", NONBLOCK_IO_BACKEND: "jruby")
  end

  def test_says_that_no_backend_was_asked_for
    native_only
    assert_info(/\ABackend jnr: the start on every JDK\. #{VISIBLE}\z/, NONBLOCK_IO_BACKEND: "")
  end

  def test_says_what_became_of_ffm
    native_only
    why = java < 22 ? "jnr: ffm asked .*, but ffm cannot be had: java" : "ffm: ffm asked for by "
    assert_info(/\ABackend #{why}/, NONBLOCK_IO_BACKEND: "ffm")
  end

  def test_works_without_native_code_and_says_so
    assert_info(/\ABackend jruby: JRuby runs without native code .*\. Real descriptors cannot be/,
                "-Xnative.enabled=false", NONBLOCK_IO_BACKEND: "")
  end

  private

  def assert_info(expected, *options, **environment)
    output, errors, = ruby_output(BACKEND_AND_WHY, *options, **environment)
    assert_empty errors
    assert_match expected, output
  end

  def java
    ENV_JAVA["java.specification.version"].to_i
  end
end
