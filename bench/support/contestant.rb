# frozen_string_literal: true

require_relative "native"
require_relative "settings"

module Bench
  # Someone who runs the rows: a command that takes their names and prints their outcomes.
  class Contestant
    # Settings of the runner that would change what is measured.
    CLEAN = %w[
      BUNDLE_GEMFILE GEM_HOME GEM_PATH JRUBY_OPTS NONBLOCK_IO_BACKEND RUBYLIB RUBYOPT
    ].to_h { |name| [name, nil] }.freeze
    CHILD = File.expand_path("../child.rb", __dir__)

    attr_reader :name, :version, :command

    def initialize(name, command, version:, jvm: false, env: {}, only: nil)
      @name = name
      @command = command
      @version = version
      @jvm = jvm
      @env = env
      @only = only
    end

    def env = CLEAN.merge(Settings.timing(@jvm), @env)

    def runs?(row) = (@jvm || !row.jvm_only?) && (@only.nil? || @only.include?(row.name))

    def gem? = @env.key?("BENCH_GEM")

    class << self
      GEM_BACKENDS = %w[ffm jnr].freeze

      # Those that this machine has, in the order of the table's columns.
      def all(wanted)
        known = %w[stock] + GEM_BACKENDS + %w[mri c]
        unknown = wanted - known
        abort "No such contestant: #{unknown.join(", ")}; there are #{known}" if unknown.any?

        wanted = known if wanted.empty?
        [*jrubies(wanted), *(mri if wanted.include?("mri")), *(c if wanted.include?("c"))]
      end

      private

      def jrubies(wanted)
        wanted &= %w[stock] + GEM_BACKENDS
        return [] if wanted.empty?

        jruby = ENV["JRUBY"] || File.join(ROOT, "bin", "jruby")
        version, java = ask(jruby, "[RUBY_DESCRIPTION, ENV_JAVA['java.version']]")
        abort "#{jruby} does not run" unless $?.success?

        wanted -= ["ffm"] if java.to_i < 22
        wanted.map { |name| name == "stock" ? stock(jruby, version) : gem(jruby, name) }
      end

      def stock(jruby, version) = new("stock", [jruby, CHILD], version: version, jvm: true)

      def gem(jruby, backend)
        version = File.read(File.join(ROOT, "lib/nonblock_io/version.rb"))[/VERSION = "(.*)"/, 1]
        env = { "NONBLOCK_IO_BACKEND" => backend, "BENCH_GEM" => backend }
        new(backend, [jruby, "-I", File.join(ROOT, "lib"), CHILD],
            version: "nonblock-io #{version}, backend #{backend}", jvm: true, env: env)
      end

      # The first ruby on PATH that is not JRuby under another name.
      def mri
        ENV.fetch("PATH").split(File::PATH_SEPARATOR).each do |folder|
          ruby = File.join(folder, "ruby")
          next if !File.executable?(ruby) || File.exist?(File.join(folder, "jruby"))

          engine, version = ask(ruby, "[RUBY_ENGINE, RUBY_DESCRIPTION]")
          return new("mri", [ruby, CHILD], version: version) if engine == "ruby"
        end
        nil
      end

      def c
        floor = Native.build("floor") or return
        new("c", [floor], version: Native.version, only: IO.popen([floor], &:read).split)
      end

      def ask(ruby, expression)
        IO.popen([CLEAN, ruby, "-e", "puts #{expression}"], &:read).lines.map(&:chomp)
      end
    end
  end
end
