# frozen_string_literal: true

require "shellwords"

# Arguments of one JRuby process that runs the tests of TEST= (else those named) with TESTOPTS=.
def minitest_arguments(default = "test/*_test.rb")
  pattern = ENV.fetch("TEST", default)
  files = FileList[pattern]
  abort "No test file matches #{pattern}." if files.empty?
  script = files.map { |file| "require #{File.expand_path(file).dump}" }.join("; ")
  ["-Ilib", "-Itest", "-e", script, "--", *Shellwords.split(ENV.fetch("TESTOPTS", ""))]
end

# The backends that a combination can have; each is chosen by NONBLOCK_IO_BACKEND.
def backends(jdk) = jdk.release >= 22 ? %w[ffm jnr jruby] : %w[jnr jruby]

# What JRuby's launcher grants to its own module, granted to a JRuby on the class path.
def jvm_options(jdk)
  options = %w[java.base/java.io java.base/java.nio.channels java.base/sun.nio.ch].map do |name|
    "--add-opens=#{name}=ALL-UNNAMED"
  end
  options << "--enable-native-access=ALL-UNNAMED" if jdk.release >= 22
  options << "--sun-misc-unsafe-memory-access=allow" if jdk.release >= 23
  options
end

def run_minitest(jruby, jdk, backend)
  puts "", "JRuby #{jruby} on JDK #{jdk.release}, backend #{backend}"
  environment = { "JRUBY_VERSION" => jruby, "JAVA_HOME" => jdk.home,
                  "NONBLOCK_IO_BACKEND" => backend,
                  "TEXT_SEQUENCES" => ENV.fetch("TEXT_SEQUENCES", "2000") }
  echo(environment, "bin/jruby", *minitest_arguments)
end

# Runs a command, shows its output as it comes and answers it all; $? has its status.
def echo(environment, *command)
  output = +""
  IO.popen(environment, [*command, { err: [:child, :out] }]) do |pipe|
    while (part = pipe.readpartial(4096))
      output << part
      $stdout.write(part)
      $stdout.flush
    end
  rescue EOFError
    output
  end
end

# The head of each failure of a run; the run's end, where it had come to no result.
def complaints(output)
  heads = output.scan(/^ +\d+\) (?:Failure|Error):\n(?:.+\n){1,5}/)
  (heads.empty? ? output.lines.last(20) : heads.flat_map(&:lines)).map { |line| line[0, 160] }.join
end

desc "Run the Java and the Ruby tests on the default JRuby"
task test: %w[test:java test:unit]

namespace :test do
  desc "Run the Ruby tests (TEST=test/x_test.rb chooses files, TESTOPTS=\"--name=/x/\" tests)"
  task unit: :compile do
    Toolchain.run RbConfig.ruby, *minitest_arguments
  end

  desc "Run the tests with real programs (NONBLOCK_IO_BACKEND=none: without the library)"
  task programs: :compile do
    ENV["TEST"] ||= "test/programs/*_test.rb"
    Toolchain.run RbConfig.ruby, *minitest_arguments
  end

  desc "Run the Java tests"
  task java: "compile:test" do
    options = jvm_options(Toolchain.jdk) << "-Djruby.home=#{RbConfig::CONFIG["prefix"]}"
    class_path = [TEST_CLASSES, JAR, Toolchain.jruby_jar, Toolchain.jars("junit")]
    Toolchain.run Toolchain.jdk.tool("java"), *options,
                  "-cp", class_path.join(File::PATH_SEPARATOR),
                  "org.junit.platform.console.ConsoleLauncher", "execute", "--fail-if-no-tests",
                  "--scan-class-path=#{TEST_CLASSES}", "--disable-banner", "--details=summary"
  end

  desc "Build the gem and use it in the places where it has to work, on each supported JRuby"
  task packaging: :build do
    Toolchain::JRUBIES.each do |jruby|
      jdk = Toolchain.jdk_for(jruby) or next
      Toolchain.jars("complete-#{jruby}")
      Toolchain.run "bin/jruby", "-v", env: { "JRUBY_VERSION" => jruby, "JAVA_HOME" => jdk.home }
    end
    Toolchain.run RbConfig.ruby, *minitest_arguments("test/packaging/*_test.rb")
  end

  desc "Run all tests, the Ruby tests on each supported JRuby with each backend"
  task all: %w[test test:rest]

  # `test` is the run of the newest JRuby with jnr, which goes over to FFM on the way.
  desc "Run what test:all has more than test"
  task rest: %w[compile test:packaging] do
    failed = []
    results = Toolchain::JRUBIES.flat_map do |jruby|
      jdk = Toolchain.jdk_for(jruby)
      next ["skip  JRuby #{jruby}: no JDK that fits"] unless jdk

      backends(jdk).filter_map do |backend|
        next if [jruby, backend] == [JRUBY_VERSION, "jnr"]

        combination = "JRuby #{jruby} on JDK #{jdk.release}, backend #{backend}"
        output = run_minitest(jruby, jdk, backend)
        next "ok    #{combination}" if $?.success?

        failed << "#{combination}:\n#{complaints(output)}"
        "FAIL  #{combination}"
      end
    end
    puts "", results, *failed
    abort "Some combinations failed." if failed.any?
  end
end
