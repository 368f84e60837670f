# frozen_string_literal: true

unless RUBY_ENGINE == "jruby"
  raise LoadError, "nonblock-io/text is for JRuby: #{RUBY_ENGINE} opens its files itself"
end

module NonblockIO
  # Newline conversion at the speed of binary streams. Requiring "nonblock-io/text" changes no
  # method and no answer; it makes the streams faster that convert newlines and nothing else: those
  # opened with "rt", +universal_newline+, +crlf_newline+ or +newline+, and on Windows every stream
  # in text mode. They are read and written without JRuby's general transcoder, which goes byte by
  # byte. Streams that transcode too, or escape, go on through it.
  #
  # Files, IO.popen and IO.for_fd opened from then on have it, and pipes and standard streams that
  # become text streams from then on.
  #
  #   require "nonblock-io/text"
  #   File.read("dos.txt", mode: "rt")             #=> "one\ntwo\n"
  #   File.write("dos.txt", "1\n", crlf_newline: true)  #=> 3
  module Text
  end
end

require_relative "version"
require_relative "nonblock_io_ext.jar"
JRuby::Util.load_ext("nonblockio.text.TextLibrary")
