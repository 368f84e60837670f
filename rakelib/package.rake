# frozen_string_literal: true

desc "Write the documentation to doc/"
task :rdoc do
  require "rdoc"
  rm_rf "doc"
  RDoc::RDoc.new.document(%w[--main README.md --title nonblock-io --output doc
                             README.md CHANGELOG.md lib])
end

desc "Build the gem in pkg/"
task build: :compile do
  require "rubygems/package"
  abort "The gem is built with a JDK 22 or newer." if Toolchain.jdk.release < 22
  spec = Gem::Specification.load("nonblock-io.gemspec")
  mkdir_p "pkg"
  Gem::Package.build(spec, false, false, "pkg/#{spec.file_name}")
end
