# frozen_string_literal: true

# The public methods that the gem defines, as "IO#write" and "IO.select", asked from JRuby.
module PublicApi
  LIBRARY = File.expand_path("../lib", __dir__)
  EXTENSION = /\Anonblockio\./.freeze
  # JRuby's own methods with something done before or after them.
  FOLLOWED = /\Anonblockio\.(ChildStreams|Openings|text\.)/.freeze

  OWNERS = %w[IO File BasicSocket Socket ServerSocket IPSocket TCPSocket TCPServer UDPSocket
              UNIXSocket UNIXServer Addrinfo Socket::AncillaryData Socket::Option NonblockIO].freeze

  module_function

  def methods
    OWNERS.map { |name| Object.const_get(name) }.flat_map do |owner|
      defined_in(owner).map { |name| "#{owner}##{name}" } +
        defined_in(owner.singleton_class).map { |name| "#{owner}.#{name}" }
    end
  end

  def defined_in(owner)
    table = JRuby.ref(owner).get_methods
    names = owner.public_instance_methods(false)
    names << :initialize if owner.private_instance_methods(false).include?(:initialize)
    names.select { |name| ours?(owner, name, table[name.to_s]) }
  end

  def ours?(owner, name, method)
    implementation = method ? method.java_class.name : ""
    return !implementation.match?(FOLLOWED) if implementation.match?(EXTENSION)

    owner.instance_method(name).source_location.to_a.first.to_s.start_with?(LIBRARY)
  end

  private_class_method :defined_in, :ours?
end
