# frozen_string_literal: true

module NonblockIO
  # The texts that Socket::AncillaryData#inspect and Socket::Option#inspect have in common.
  module SocketInspect # :nodoc:
    LONG_SIZE = [0].pack("l!").bytesize
    TIMEVAL_SIZE = 2 * LONG_SIZE
    INT_SIZE = [0].pack("i").bytesize
    INET_SIZE = 4
    INET6_SIZE = 16
    CREDENTIALS_SIZE = 3 * INT_SIZE

    module_function

    def family(number)
      SocketConstants::FAMILY_NAMES.short_name(number) || "family:#{number}"
    end

    # "IP TTL", or the numbers after +labels+ where a name is not known.
    def level_and_name(family, level, number, tables, labels)
      if level == Socket::SOL_SOCKET || SocketConstants.ip?(family)
        level_name = SocketConstants::IP_LEVELS.short_name(level)
        name = tables[level]&.short_name(number)
      end
      "#{level_name || "#{labels.first}:#{level}"} #{name || "#{labels.last}:#{number}"}"
    end

    # What strerror(3) says of an error number.
    def error(number)
      return "Success" if number.zero?

      message = SystemCallError.new(nil, number).message
      message.start_with?("Unknown") ? "Unknown error #{number}" : message
    end

    # Seconds and the smaller unit of a struct timeval or timespec.
    def timeval(data)
      seconds, fraction = data.unpack("l!l!")
      [seconds, fraction & 0xffff_ffff]
    end

    def local_time(seconds)
      Time.at(seconds).strftime("%Y-%m-%d %H:%M:%S")
    end

    # The name of a network interface, or nil.
    def interface(index)
      Socket.getifaddrs.find { |address| address.ifindex == index }&.name
    end

    # The text of 4 or 16 address bytes, as inet_ntop(3) has it.
    def address(bytes)
      return bytes.unpack("C4").join(".") if bytes.bytesize == INET_SIZE

      if bytes.start_with?(V4_MAPPED)
        "::ffff:#{address(bytes[-INET_SIZE..])}"
      elsif v4_compatible?(bytes)
        "::#{address(bytes[-INET_SIZE..])}"
      else
        compressed(bytes.unpack("n8"))
      end
    end

    V4_MAPPED = ("\0".b * 10 + "\xff\xff".b).freeze
    V4_COMPATIBLE = ("\0".b * 12).freeze
    private_constant :V4_MAPPED, :V4_COMPATIBLE

    def v4_compatible?(bytes)
      bytes.start_with?(V4_COMPATIBLE) && bytes.unpack("n8")[6] != 0
    end

    def compressed(groups)
      run = zero_runs(groups).max_by(&:last)
      texts = groups.map { |group| group.to_s(16) }
      return texts.join(":") unless run

      start, length = run
      "#{texts[0, start].join(":")}::#{texts[(start + length)..].join(":")}"
    end

    # [start, length] of each run of two or more zeros.
    def zero_runs(groups)
      groups.each_index.chunk_while { |i, j| groups[i].zero? && groups[j].zero? }
        .map { |run| [run.first, run.size] }.select { |_, length| length > 1 }
    end

    private_class_method :v4_compatible?, :compressed, :zero_runs
  end
end
