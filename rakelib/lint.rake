# frozen_string_literal: true

JAVA_SOURCES = FileList["{ext,test}/**/*.java"]

# javac's inner packages that Error Prone, which runs inside javac, has to reach.
JAVAC_EXPORTS = %w[api file main model parser processing tree util].freeze
JAVAC_OPENS = %w[code comp].freeze

# NotJavadoc takes the documentation of fields in Platform for stray comments,
# ByteBufferBackingArray does not see that a helper allocated the buffer, and encodings and
# converters are compared by identity on purpose.
UNSOUND_CHECKS = %w[NotJavadoc ByteBufferBackingArray ReferenceEquality]
                 .map { |name| "-Xep:#{name}:OFF" }.join(" ")

def error_prone(release, class_path, sources)
  target = "tmp/errorprone/#{release}"
  mkdir_p target
  javac release, target, class_path, sources,
        *JAVAC_EXPORTS.map { |name| "-J--add-exports=#{javac_package(name)}" },
        *JAVAC_OPENS.map { |name| "-J--add-opens=#{javac_package(name)}" },
        "-XDcompilePolicy=simple", "--should-stop=ifError=FLOW",
        "-processorpath", Toolchain.jars("errorprone"), "-Xplugin:ErrorProne #{UNSOUND_CHECKS}"
end

def javac_package(name) = "jdk.compiler/com.sun.tools.javac.#{name}=ALL-UNNAMED"

def google_java_format(*options)
  system Toolchain.jdk.tool("java"), "-jar", Toolchain.jars("format"), *options, *JAVA_SOURCES
end

desc "Check the sources"
task lint: %w[lint:javac lint:format lint:errorprone lint:rubocop]

namespace :lint do
  desc "Compile everything with javac's warnings as errors"
  task javac: %w[compile compile:test]

  desc "Check the format of the Java sources"
  task :format do
    google_java_format("--dry-run", "--set-exit-if-changed") ||
      abort("The Java sources named above are not formatted: bin/rake format")
  end

  desc "Check the Java sources with Error Prone"
  task errorprone: :compile do
    api = Toolchain.jars("jruby")
    error_prone 8, [api], FileList["ext/java/**/*.java"]
    error_prone 22, [JAR, api], FileList["ext/java22/**/*.java"] if Toolchain.jdk.release >= 22
    error_prone 17, [JAR, api, Toolchain.jars("junit")], FileList["test/java/**/*.java"]
  end

  desc "Check the Ruby sources with RuboCop"
  task :rubocop do
    mri = { "GEM_PATH" => nil }
    if system(mri, "rubocop", "--version", out: File::NULL, err: File::NULL)
      Toolchain.run "rubocop", env: mri
    else
      Toolchain.run RbConfig.ruby, "-e", %q(load Gem.bin_path("rubocop", "rubocop"))
    end
  end
end

desc "Format the Java sources"
task :format do
  google_java_format("--replace") || abort("google-java-format failed.")
end
