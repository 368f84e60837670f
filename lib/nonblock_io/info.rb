# frozen_string_literal: true

module NonblockIO
  ##
  # :singleton-method: backend
  # :call-seq:
  #   NonblockIO.backend -> symbol
  #
  # Who makes the system calls: +:jnr+ (jnr-ffi, any JDK), +:ffm+ (the Foreign Function and Memory
  # API, JDK 22 and newer, taken over from jnr under load) or +:jruby+ (JRuby's own methods, where
  # descriptors cannot be reached). Raises nothing.
  #
  #   NonblockIO.backend  #=> :jnr

  # :call-seq:
  #   NonblockIO.info -> string
  #
  # One paragraph for bug reports: the versions of the gem, of JRuby and of the JVM, the operating
  # system, the backend and why it is this one, and whether real descriptors can be had. Prints
  # nothing and raises nothing.
  #
  #   puts NonblockIO.info
  def self.info
    java = ENV_JAVA
    "nonblock-io #{VERSION}, JRuby #{JRUBY_VERSION} (Ruby #{RUBY_VERSION}), " \
      "#{java["java.vm.name"]} #{java["java.vm.version"]} (Java #{java["java.version"]}), " \
      "#{java["os.name"]} #{java["os.version"]} #{java["os.arch"]}. " \
      "Backend #{backend}: #{__reason}. " \
      "Real descriptors can#{"not" unless __descriptors?} be had."
  end
end
