# frozen_string_literal: true

module NonblockIO
  # Converts arguments to the C integers that a system call takes, with the errors of MRI's
  # NUM2INT, NUM2UINT and NUM2LONG.
  module CInteger # :nodoc:
    INT = (-2**31...2**31).freeze
    UINT = (-2**31...2**32).freeze
    LONG = (-2**63...2**63).freeze

    module_function

    def int(value)
      within(INT, to_integer(value), "int")
    end

    def long(value)
      within(LONG, to_integer(value), "long")
    end

    def uint(value)
      within(UINT, to_integer(value), "unsigned int") & 0xffff_ffff
    end

    def to_integer(value)
      case value
      when Integer then value
      when Float then value.to_i
      when nil then raise TypeError, "no implicit conversion from nil to integer"
      else
        unless value.respond_to?(:to_int)
          raise TypeError, "no implicit conversion of #{type_name(value)} into Integer"
        end

        integer = value.to_int
        return integer if integer.is_a?(Integer)

        raise TypeError, "can't convert #{value.class} to Integer " \
                         "(#{value.class}#to_int gives #{integer.class})"
      end
    end

    def within(range, integer, type)
      return integer if range.cover?(integer)

      unless LONG.cover?(integer)
        raise RangeError, "bignum too big to convert into #{quote("long")}"
      end

      relation = integer.negative? ? "small" : "big"
      raise RangeError, "integer #{integer} too #{relation} to convert to #{quote(type)}"
    end

    def type_name(value)
      [true, false].include?(value) ? value.to_s : value.class.to_s
    end

    def quote(type)
      RUBY_VERSION < "3.4" ? "`#{type}'" : "'#{type}'"
    end

    private_class_method :to_integer, :within, :type_name, :quote
  end
end
