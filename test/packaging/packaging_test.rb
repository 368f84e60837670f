# frozen_string_literal: true

require_relative "packaging_helper"

# The gem that `rake build` made, installed where programs run that know nothing of this project.
# One class for each JRuby, made at the end of the file.
class PackagingTest < Minitest::Test
  include PackagingHelper

  SMOKE = File.join(__dir__, "smoke.rb")
  WAR = File.join(__dir__, "WarLike.java")
  NATIVE = "jnr\n"
  FALLBACK = "jruby\n"
  DENY = "--illegal-native-access=deny"
  NO_OPENS = /Backend jruby: the JVM was started without --add-opens/
  NO_NATIVE_CODE = /Backend jruby: JRuby runs without native code/

  # No folder and none to be made, whoever runs the tests.
  NOWHERE = File.join(SMOKE, "nowhere")
  STRICT = ["-Djava.io.tmpdir=#{NOWHERE}", "-Djava.awt.headless=true"].freeze
  NO_UNPACKING = "-Djffi.extract.dir=#{NOWHERE}"

  Installation = Struct.new(:jruby, :jdk, :home) do
    def launcher = File.join(ROOT, ".jruby", "jruby-#{jruby}", "bin", "jruby")

    def java = jdk.tool("java")

    def jars = Toolchain.jars("complete-#{jruby}")
  end

  class << self
    attr_accessor :jruby

    # One GEM_HOME a JRuby, with nothing in it but the gem.
    def installation
      @installation ||= install
    end

    def runnable_methods = jruby ? super : []

    private

    def install
      home = Dir.mktmpdir("nonblock-io-gems")
      Minitest.after_run { FileUtils.remove_entry(home) }
      Installation.new(jruby, Toolchain.jdk_for(jruby), home)
    end
  end

  def before_setup
    super
    needs installation.jdk, "no JDK that JRuby #{self.class.jruby} runs on"
    installed
  end

  def test_installed_gem
    assert_smoke NATIVE, installation.launcher
  end

  def test_development_mode
    assert_smoke NATIVE, installation.launcher, "--dev"
  end

  def test_forced_fallback_as_on_windows
    info = assert_smoke FALLBACK, installation.launcher, "-Xnative.enabled=false"
    assert_match NO_NATIVE_CODE, info
  end

  def test_strict_flags
    options = STRICT.dup
    options << "-Djava.security.manager=disallow" if installation.jdk.release >= 17
    options << DENY if installation.jdk.release >= 24
    assert_smoke NATIVE, installation.launcher, *options.map { |option| "-J#{option}" }
  end

  def test_jar_of_a_whole_jruby_with_the_opens_of_its_manifest
    jars = installation.jars
    needs !jars.include?(File::PATH_SEPARATOR), "this JRuby comes as several jars"
    assert_smoke NATIVE, installation.java, "-jar", jars
  end

  def test_class_path_without_opened_packages
    assert_match NO_OPENS, assert_smoke(FALLBACK, *java("org.jruby.Main"))
  end

  def test_class_path_without_native_access
    needs installation.jdk.release >= 24, "JDK 24 is the first that denies it"
    assert_match NO_NATIVE_CODE, assert_smoke(FALLBACK, *java(DENY, "org.jruby.Main"))
  end

  def test_class_path_without_a_place_for_libraries
    info = assert_smoke(FALLBACK, *java(*opens, NO_UNPACKING, "org.jruby.Main"))
    assert_match NO_NATIVE_CODE, info
  end

  def test_bundler_application
    in_folder do |application|
      File.write("#{application}/Gemfile", <<~RUBY)
        source "file:///nonexistent"
        gem "nonblock-io", platforms: :jruby
      RUBY
      FileUtils.mkdir_p("#{application}/vendor/cache")
      FileUtils.cp(gem_file, "#{application}/vendor/cache")
      bundle = { "BUNDLE_GEMFILE" => "#{application}/Gemfile",
                 "BUNDLE_PATH" => "#{application}/gems",
                 "BUNDLE_SILENCE_ROOT_WARNING" => "true", "GEM_HOME" => nil, "GEM_PATH" => nil }
      succeed(bundle, installation.launcher, "-S", "bundle", "install", "--local")
      assert_smoke NATIVE, installation.launcher, "-rbundler/setup",
                   folder: "#{application}/gems", **bundle
    end
  end

  def test_web_application_class_loader
    in_folder do |application|
      library = Dir["#{installation.home}/gems/nonblock-io-*/lib"].first
      FileUtils.cp_r(library, "#{application}/lib")
      FileUtils.cp(SMOKE, application)
      command = [installation.java, *opens, WAR, application,
                 *installation.jars.split(File::PATH_SEPARATOR)]
      output, = succeed({}, *command)
      assert_equal NATIVE * 2, output
    end
  end

  private

  def installation = self.class.installation

  def installed
    return unless Dir.empty?(installation.home)

    succeed({}, installation.launcher, "-S", "gem", "install", "--local", "--no-document", gem_file)
  end

  def java(*arguments) = [installation.java, "-cp", installation.jars, *arguments]

  def opens
    %w[java.io java.nio.channels sun.nio.ch].map do |name|
      "--add-opens=java.base/#{name}=ALL-UNNAMED"
    end
  end

  # Runs the smoke script, compares what it printed, and returns what NonblockIO.info said.
  def assert_smoke(expected, *command, folder: installation.home, **environment)
    output, errors = succeed({ "SMOKE_INFO" => "1", **environment }, *command, SMOKE, folder)
    assert_equal expected, output
    errors
  end

  # A process that knows of no other gems than those of the installation.
  def succeed(environment, *command)
    run_bounded({ "JAVA_HOME" => installation.jdk.home, "GEM_HOME" => installation.home,
                  "GEM_PATH" => installation.home, **environment }, *command)
  end
end

Toolchain::JRUBIES.each do |version|
  Object.const_set("PackagingOn#{version.tr(".", "_")}Test",
                   Class.new(PackagingTest) { self.jruby = version })
end
