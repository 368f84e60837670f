# frozen_string_literal: true

require "fileutils"
require_relative "settings"

module Bench
  # The programs in C, compiled when they are first needed; nil where there is no compiler.
  module Native
    module_function

    def build(name)
      return unless version

      program = File.join(WORK, name)
      FileUtils.mkdir_p(WORK)
      @built ||= {}
      @built[name] ||= system("cc", "-O2", "-o", program, File.join(ROOT, "bench", "#{name}.c"))
      program if @built[name]
    end

    def version
      @version ||= IO.popen(%w[cc --version], &:readline).chomp
    rescue SystemCallError, EOFError
      nil
    end
  end
end
