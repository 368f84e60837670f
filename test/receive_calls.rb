# frozen_string_literal: true

# One way to call each receiving method, so that one contract fits all three.
module ByReadNonblock
  def receive(length, buffer = nil)
    reader.read_nonblock(length, buffer)
  end
end

module ByRecv
  def receive(length, buffer = nil, flags = 0)
    reader.recv(length, flags, buffer)
  end

  def buffered_message
    "recv for buffered IO"
  end
end

module ByRecvNonblock
  def receive(length, buffer = nil, flags = 0)
    reader.recv_nonblock(length, flags, buffer)
  end

  def buffered_message
    "recvfrom for buffered IO"
  end
end

module ReceiveCalls
  # The contract for every kind by read_nonblock, for sockets by recv and recv_nonblock too. The
  # latter need a native backend where native says so.
  def self.contract(prefix, contract, *traits, native: false)
    IOKinds.contract("#{prefix}ReadNonblock", *traits) do
      include contract
      include ByReadNonblock
    end
    socket_contract(prefix, contract, *traits, native: native)
  end

  def self.socket_contract(prefix, contract, *traits, native: false)
    { "Recv" => ByRecv, "RecvNonblock" => ByRecvNonblock }.each do |name, call|
      IOKinds.contract("#{prefix}#{name}", :socket, *traits) do
        native_only if native
        include contract
        include call
      end
    end
  end
end
