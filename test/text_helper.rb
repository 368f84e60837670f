# frozen_string_literal: true

require "jruby"
require "tmpdir"

# Opens the same file twice: once as JRuby does by itself, once with nonblock-io/text.
module TextHelper
  ALLOCATORS = [File, IO].to_h { |type| [type, [JRuby.ref(type).getAllocator]] }
  STOCK_METHODS = %i[set_encoding reopen].to_h { |name| [name, IO.instance_method(name)] }

  require "nonblock-io/text"

  ALLOCATORS.each { |type, pair| pair << JRuby.ref(type).getAllocator }

  class << self
    def stock
      use(0)
      yield
    ensure
      use(1)
    end

    def stock_call(io, name, *args, **options)
      STOCK_METHODS.fetch(name).bind_call(io, *args, **options)
    end

    def direct?(io)
      JRuby.ref(io).getOpenFileChecked.getClass.getSimpleName == "TextOpenFile"
    end

    private

    def use(index)
      ALLOCATORS.each { |type, pair| JRuby.ref(type).setAllocator(pair[index]) }
    end
  end
end
