# frozen_string_literal: true

require "rake/javaextensiontask"

# Compiles with the newest JDK, for Java 8, against the oldest JRuby supported instead of the
# running one.
class ExtensionTask < Rake::JavaExtensionTask
  private

  def java_classpath_args = ["-cp", Toolchain.jars("jruby")]

  def java_target_args = super + %w[-proc:none -Werror]

  def sh(*command) = Toolchain.run(*command, env: { "PATH" => Toolchain.path })
end

def javac(release, target, class_path, sources, *options)
  Toolchain.run Toolchain.jdk.tool("javac"), "--release=#{release}", "-proc:none", "-Werror",
                "-Xlint:all,-options", "-encoding", "UTF-8", "-d", target,
                "-cp", class_path.join(File::PATH_SEPARATOR), *options, *sources
end

EXTENSION = "nonblock_io_ext"
JAR = "lib/nonblock_io/#{EXTENSION}.jar"
CLASSES = "tmp/java/#{EXTENSION}"
BUILT_JAR = "#{CLASSES}/#{EXTENSION}.jar"
TEST_CLASSES = "tmp/test-classes"

ExtensionTask.new(EXTENSION) do |ext|
  ext.ext_dir = "ext/java"
  ext.lib_dir = File.dirname(JAR)
  ext.release = 8
  ext.encoding = "UTF-8"
  ext.lint_option = "all,-options"
end

file "#{CLASSES}/.build" => "rakelib/compile.rake"

# Classes whose sources are gone must not stay in the jar.
Rake::Task["#{CLASSES}/.build"].actions.unshift(
  proc { rm_f FileList["#{CLASSES}/**/*.class"] }
)

# JRuby calls Java through a class for each method. Where these are not in the jar it makes them
# whenever the gem is loaded, which takes longer than the rest of loading it.
file "#{CLASSES}/.invokers" => ["#{CLASSES}/.build"] do |task|
  bound = FileList["ext/java/**/*.java"].select { |path| File.read(path).include?("@JRubyMethod") }
  names = bound.map { |path| path.delete_prefix("ext/java/").chomp(".java").tr("/", ".") }
  File.write(list = "#{CLASSES}/.bound", names.sort.join("\n"))
  class_path = [CLASSES, Toolchain.jars("jruby")].join(File::PATH_SEPARATOR)
  Toolchain.run Toolchain.jdk.tool("java"), "-Djruby.bytecode.version=1.8", "-cp", class_path,
                "org.jruby.anno.InvokerGenerator", list, CLASSES
  touch task.name
end

# The classes for newer JDKs go into the same jar, where a JDK can compile them.
file "#{CLASSES}/.build22" => ["#{CLASSES}/.build", *FileList["ext/java22/**/*.java"]] do |task|
  if Toolchain.jdk.release >= 22
    javac 22, CLASSES, [CLASSES, Toolchain.jars("jruby")], task.prerequisites.grep(/\.java$/)
  else
    warn "No JDK 22 or newer: the jar is built without the classes of ext/java22."
  end
  touch task.name
end

# One date for every entry instead of the time of the build, so that the same sources give the same
# jar. (A zip archive's clock begins in 1980.)
file(BUILT_JAR => ["#{CLASSES}/.build22", "#{CLASSES}/.invokers"]).clear_actions.enhance do |task|
  date = Time.at(Integer(Toolchain::SOURCE_DATE_EPOCH)).utc.strftime("%FT%TZ")
  classes = FileList["#{CLASSES}/**/*.class"].pathmap("%{^#{CLASSES}/,}p")
  Toolchain.run Toolchain.jdk.tool("jar"), "--create", "--date=#{date}", "--file=#{task.name}",
                *classes.flat_map { |file| ["-C", CLASSES, file] }
end

namespace :compile do
  desc "Compile the JUnit tests"
  task test: [:compile, "#{TEST_CLASSES}/.build"]
end

file "#{TEST_CLASSES}/.build" => [BUILT_JAR, *FileList["test/java/**/*.java"]] do |task|
  rm_rf TEST_CLASSES
  mkdir_p TEST_CLASSES
  javac 17, TEST_CLASSES, [JAR, Toolchain.jars("jruby"), Toolchain.jars("junit")],
        task.prerequisites.grep(/\.java$/)
  touch task.name
end
