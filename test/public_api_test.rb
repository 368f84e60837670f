# frozen_string_literal: true

require_relative "test_helper"
require_relative "child_process"
require_relative "public_api"

# What the gem defines in public is documented and has its signature.
class PublicApiTest < NonblockTest
  include ChildProcess

  native_only

  SIGNATURES = File.expand_path("../sig", __dir__)

  # C Ruby finds its gems by itself.
  OWN_GEMS = { "GEM_PATH" => nil, "GEM_HOME" => nil }.freeze

  # Prints what RDoc knows: a name and whether it has a comment and a call sequence.
  RDOC = <<~RUBY
    require "rdoc"
    rdoc = RDoc::RDoc.new
    rdoc.document(["--quiet", "--dry-run", #{LIBRARY.dump}])
    rdoc.store.all_classes_and_modules.flat_map(&:method_list).each do |method|
      source = method.is_alias_for || method
      complete = !source.comment.to_s.empty? && source.call_seq
      puts [method.full_name, complete ? "complete" : "incomplete"].join(" ")
    end
  RUBY

  def before_setup
    super
    jruby_only
  end

  def test_every_public_method_is_documented
    output, errors, success = ruby_output(RDOC)
    assert success, errors
    documented = output.lines.to_h { |line| line.split }
    assert_empty PublicApi.methods.reject { |name| documented[in_rdoc(name)] == "complete" }
    assert_empty documented.reject { |_, state| state == "complete" }
  end

  def test_every_public_method_has_a_signature
    assert_empty PublicApi.methods - signatures
  end

  def test_every_signature_is_that_of_a_method
    assert_empty signatures.reject { |name| callable?(name) }
  end

  def test_signatures_are_valid
    rbs = c_ruby_with_rbs || skip("C Ruby with the rbs gem is not installed")
    output, status = Open3.capture2e(OWN_GEMS, *rbs, "-r", "socket", "-I", SIGNATURES, "validate")
    assert status.success?, output
  end

  private

  def in_rdoc(name) = name.sub("#initialize", "::new").sub(/\.(?=\w+\??\z)/, "::")

  # The methods of classes, those of the modules that the classes are given included.
  def signatures
    found = Hash.new { |hash, key| hash[key] = [] }
    given = []
    Dir["#{SIGNATURES}/*.rbs"].each { |path| scan(File.readlines(path), found, given) }
    given.each do |owner, how, name|
      found[owner].concat(found[name].map { |method| method.sub("#", how) })
    end
    owners = found.keys - given.map(&:last)
    owners.flat_map { |owner| found[owner].map { |name| "#{owner}#{name}" } }.uniq
  end

  def scan(lines, found, given)
    nesting = []
    lines.each do |line|
      case line
      when /^\s*(?:class|module) (\S+)/ then nesting << $1
      when /^\s*end$/ then nesting.pop
      when /^\s*prepend (\S+)/ then given << [nesting.join("::"), "#", $1]
      when /^\s*extend (\S+)/ then given << [nesting.join("::"), ".", $1]
      when /^\s*def self\.(\w+\??):/ then found[nesting.join("::")] << ".#{$1}"
      when /^\s*def `?(\w+[?=]?)`?:/ then found[nesting.join("::")] << "##{$1}"
      end
    end
  end

  # Some methods are there on some Rubies only.
  def callable?(name)
    owner, separator, method = name.rpartition(/[#.]/)
    type = Object.const_get(owner)
    return type.respond_to?(method) if separator == "."

    type.public_method_defined?(method) || type.private_method_defined?(method) ||
      %w[nread ready?].include?(method)
  end

  # The command, or nil.
  def c_ruby_with_rbs
    ruby = c_ruby or return
    rbs, status = Open3.capture2(OWN_GEMS, ruby, "-e", "print Gem.bin_path('rbs', 'rbs')",
                                 err: File::NULL)
    [ruby, rbs] if status.success?
  end
end
