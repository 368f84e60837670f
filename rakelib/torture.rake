# frozen_string_literal: true

desc "Torture the library (SECONDS=120 shortens, SEED= repeats, ONLY=churn,echo chooses)"
task torture: :compile do
  Toolchain.run RbConfig.ruby, "test/torture/run.rb"
end
