# frozen_string_literal: true

module NonblockIO
  # The constants of Socket whose names match one pattern, found by name or by number.
  #
  #   types = ConstantTable.new(/\ASOCK_/, prefix: /\ASOCK_/, error: "unknown socket type")
  #   types.number(:STREAM)       # => 1
  #   types.number("SOCK_STREAM") # => 1
  #   types.number(1)             # => 1
  #   types.number(:FOO)          # SocketError: unknown socket type: FOO
  #   types.name(1)               # => "SOCK_STREAM"
  #   types.short_name(1)         # => "STREAM"
  #
  # Reading the constants waits until the first name is asked for.
  class ConstantTable # :nodoc:
    # Where several constants share a number, the name MRI shows.
    PREFERRED = %w[AF_UNIX PF_UNIX AF_ROUTE SOL_SOCKET IPPROTO_IP IP_TOS IP_TTL
                   IP_RECVRETOPTS].freeze

    def initialize(pattern, prefix:, error:)
      @pattern = pattern
      @prefix = prefix
      @error = error
    end

    # The number of a Symbol or String with or without the prefix; an Integer is its own number.
    def number(argument)
      name = argument.is_a?(Symbol) ? argument.to_s : String.try_convert(argument)
      return CInteger.int(argument) unless name

      numbers.fetch(name) { raise SocketError, "#{@error}: #{name[/\A[^\0]*/]}" }
    end

    # The constant's name, or nil.
    def name(number)
      names[number]
    end

    # The constant's name without the prefix, or nil.
    def short_name(number)
      names[number]&.sub(@prefix, "")
    end

    private

    def numbers
      @numbers ||= constants.flat_map { |name, number| forms(name).map { |form| [form, number] } }
        .to_h.freeze
    end

    def forms(name)
      [name, name.sub(@prefix, "")]
    end

    def names
      @names ||= constants.partition { |name, _| PREFERRED.include?(name) }.flatten(1)
        .uniq { |_, number| number }.to_h { |name, number| [number, name] }.freeze
    end

    def constants
      Socket::Constants.constants.grep(@pattern)
        .map { |name| [name.to_s, Socket::Constants.const_get(name)] }
    end
  end
end
