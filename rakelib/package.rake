# frozen_string_literal: true

desc "Write the documentation to doc/"
task :rdoc do
  require "rdoc"
  rm_rf "doc"
  RDoc::RDoc.new.document(%w[--main README.md --title nonblock-io --output doc
                             README.md CHANGELOG.md docs lib])
end

desc "Build the gem in pkg/ (the same sources and the same JDK give the same bytes)"
task build: :compile do
  require "rubygems/package"
  abort "The gem is built with a JDK 22 or newer." if Toolchain.jdk.release < 22
  ENV["SOURCE_DATE_EPOCH"] = Toolchain::SOURCE_DATE_EPOCH
  spec = Gem::Specification.load("nonblock-io.gemspec")
  rm_rf %W[pkg #{STAGE}]
  mkdir_p %W[pkg #{STAGE}]
  spec.files.each { |file| stage(file) }
  gem = File.expand_path("pkg/#{spec.file_name}")
  chdir(STAGE) { Gem::Package.build(spec, false, false, gem) }
end

STAGE = "tmp/gem"

# A copy with the same permissions under every umask.
def stage(file)
  target = File.join(STAGE, file)
  mkdir_p File.dirname(target)
  install file, target, mode: 0o644
end
