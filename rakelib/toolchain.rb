# frozen_string_literal: true

# What the tasks ask about JDKs and development jars.
module Toolchain
  Jdk = Struct.new(:home, :release) do
    def tool(name) = File.join(home, "bin", name)
  end

  JARS = ".jruby/jars"
  POM = "rakelib/pom.xml"

  JRUBIES = %w[9.4.15.0 10.0.6.0 10.1.1.0].freeze

  # The seconds of the date that everything built carries; RubyGems' own where none is set.
  SOURCE_DATE_EPOCH = ENV.fetch("SOURCE_DATE_EPOCH", "315619200")

  module_function

  # The newest JDK, which compiles for every release and runs the Java tests and tools.
  def jdk
    @jdk ||= ask("newest_jdk", "17") || abort("A JDK, release 17 or newer, is needed to build.")
  end

  # The JDK on which bin/jruby would run that version, or nil.
  def jdk_for(jruby_version) = ask("jdk_for", jruby_version)

  # PATH with that JDK's tools first.
  def path = [File.join(jdk.home, "bin"), ENV.fetch("PATH")].join(File::PATH_SEPARATOR)

  # The jars of a profile of rakelib/pom.xml as a class path, fetched when it is new or changed.
  def jars(profile)
    folder = File.join(JARS, profile)
    fetch(profile, folder) unless File.exist?(folder) && File.mtime(folder) >= File.mtime(POM)
    Dir[File.join(folder, "*.jar")].join(File::PATH_SEPARATOR)
  end

  # The jar of the JRuby that runs rake.
  def jruby_jar = File.join(RbConfig::CONFIG["prefix"], "lib", "jruby.jar")

  # Runs a command. Where it fails, its own messages say more than rake's backtrace would.
  def run(*command, env: {})
    sh(env, *command) do |ok, _status|
      ok || abort("#{File.basename(command.first)} failed.")
    end
  end

  def ask(*question)
    script = '"$@" && printf "%s\n" "$JDK" "$JDK_RELEASE"'
    [{ "JAVA_HOME" => nil }, {}].each do |environment|
      home, release = IO.popen(environment, support(script, *question), &:readlines)
      return Jdk.new(home.chomp, release.to_i) if release
    end
    nil
  end

  def fetch(profile, folder)
    partial = "#{folder}.#{Process.pid}"
    warn "nonblock-io: fetching the #{profile} jars through Maven (once)"
    system(*support('"$@"', "maven", "copy-dependencies", "-f", POM, "-P", profile,
                    "-DoutputDirectory=#{File.expand_path(partial)}")) || exit(1)
    rm_rf folder
    mv partial, folder
  end

  # The command that runs a script with the functions of bin/support.sh.
  def support(script, *arguments)
    ["bash", "-c", ". bin/support.sh; #{script}", "bash", *arguments]
  end

  extend Rake::FileUtilsExt
  private_class_method :ask, :fetch, :support
end
