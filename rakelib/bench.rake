# frozen_string_literal: true

desc "Run the benchmarks (ROWS= chooses, QUICK=1 shortens, SAVE=1 writes bench/RESULTS.md)"
task bench: :compile do
  # The contestants run with the gems that they find by themselves, not with the development gems.
  Toolchain.run RbConfig.ruby, "bench/run.rb", env: { "GEM_PATH" => nil }
end
