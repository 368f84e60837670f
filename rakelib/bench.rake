# frozen_string_literal: true

desc "Run the benchmarks (ROWS= chooses, QUICK=1 shortens, SAVE=1 keeps them in bench/)"
task bench: :compile do
  # The contestants run with the gems that they find by themselves, not with the development gems.
  Toolchain.run RbConfig.ruby, "bench/run.rb", env: { "GEM_PATH" => nil }
  Rake::Task["bench:chart"].invoke unless ENV.fetch("SAVE", "").empty?
end

namespace :bench do
  desc "Draw bench/results.svg from bench/results.json"
  task :chart do
    Toolchain.run RbConfig.ruby, "bench/support/chart.rb",
                  *Toolchain.jars("chart").split(File::PATH_SEPARATOR)
  end
end
