# frozen_string_literal: true

require_relative "packaging_helper"
require "digest"

class ReproducibleTest < Minitest::Test
  include PackagingHelper

  SOURCES = %w[CHANGELOG.md LICENSE README.md Rakefile bin docs examples ext lib nonblock-io.gemspec
               rakelib sig].freeze
  BUILT = "lib/nonblock_io/nonblock_io_ext.jar"

  def test_another_folder_umask_and_time_zone_give_the_same_bytes
    in_folder do |folder|
      FileUtils.cp_r(SOURCES.map { |name| File.join(ROOT, name) }, folder)
      FileUtils.rm(File.join(folder, BUILT))
      FileUtils.ln_s(File.join(ROOT, ".jruby"), folder)
      build = ["sh", "-c", 'umask 077; exec "$@"', "sh", RbConfig.ruby, "-S", "rake", "build"]
      run_bounded({ "TZ" => "Asia/Tokyo" }, *build, chdir: folder)
      assert_equal digest(gem_file), digest(File.join(folder, "pkg", File.basename(gem_file)))
    end
  end

  private

  def digest(path) = Digest::SHA256.file(path).hexdigest
end
