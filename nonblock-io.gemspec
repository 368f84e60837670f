# frozen_string_literal: true

require_relative "lib/nonblock_io/version"

Gem::Specification.new do |spec|
  spec.name = "nonblock-io"
  spec.version = NonblockIO::VERSION
  spec.platform = "java"
  spec.authors = ["nonblock-io contributors"]
  spec.license = "MIT"
  spec.summary = "MRI's non-blocking I/O for JRuby, by system calls on the real descriptors"
  spec.description = <<~TEXT
    A JRuby extension that replaces the non-blocking and message-oriented methods of IO and the
    socket classes by ones that make the system call themselves, and so answer, fail and perform
    as those of MRI do.
  TEXT
  spec.required_ruby_version = ">= 3.1"
  spec.require_paths = ["lib"]
  spec.files = Dir.chdir(__dir__) do
    Dir["lib/**/*.{rb,jar}", "sig/**/*.rbs", "examples/*.rb", "docs/*.md"].sort +
      %w[README.md CHANGELOG.md LICENSE]
  end
  spec.extra_rdoc_files = spec.files.grep(/\.md\z/)
  spec.rdoc_options = %w[--main README.md]
  spec.metadata["rubygems_mfa_required"] = "true"
end
