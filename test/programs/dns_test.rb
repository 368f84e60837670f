# frozen_string_literal: true

require_relative "programs"
require "resolv"

# Resolv asks a DNS server of the test's own, over UDP and, for what does not fit, over TCP.
class DNSTest < ProgramTest
  MANY = Array.new(60) { |i| "192.0.2.#{i}" }.freeze
  RECORDS = { "one.example" => ["192.0.2.200"], "many.example" => MANY }.freeze
  LONGEST = 512

  def setup
    @udp = bound_udp
    @tcp = track(TCPServer.new("127.0.0.1", @udp.addr[1]))
    @asked = Queue.new
    background { loop { serve_datagram } }
    background { loop { serve_connection(@tcp.accept) } }
  end

  def test_an_answer_over_udp
    resolver do |dns|
      assert_equal ["192.0.2.200"], dns.getaddresses("one.example").map(&:to_s).uniq
      assert_equal [:udp], asked.uniq
    end
  end

  def test_a_long_answer_over_tcp
    resolver do |dns|
      addresses = dns.getresources("many.example", Resolv::DNS::Resource::IN::A)
      assert_equal MANY, addresses.map { |each| each.address.to_s }
      assert_equal %i[udp tcp], asked
    end
  end

  def test_no_such_name
    resolver { |dns| assert_raises(Resolv::ResolvError) { dns.getaddress("none.example") } }
  end

  def test_many_at_once
    answers = Array.new(8) do
      background { resolver { |dns| Array.new(10) { dns.getaddress("one.example").to_s } } }
    end
    assert_equal [["192.0.2.200"] * 10], answers.map { |each| finished(each, 30) }.uniq
  end

  def test_a_server_that_does_not_answer
    resolver(bound_udp) do |dns|
      dns.timeouts = 0.2
      assert_raises(Resolv::ResolvError) { dns.getaddress("one.example") }
    end
  end

  private

  def resolver(server = @udp, &block)
    servers = [["127.0.0.1", server.addr[1]]]
    Resolv::DNS.open(nameserver_port: servers, search: [], ndots: 1, &block)
  end

  def asked
    Array.new(@asked.size) { @asked.pop }
  end

  def serve_datagram
    data, sender = @udp.recvfrom(LONGEST)
    @asked << :udp
    answer = answer(Resolv::DNS::Message.decode(data))
    whole = answer.encode
    if whole.bytesize > LONGEST
      answer.tc = 1
      answer.answer.clear
      whole = answer.encode
    end
    @udp.send(whole, 0, sender[3], sender[1])
  end

  def serve_connection(socket)
    length = socket.read(2).unpack1("n")
    data = answer(Resolv::DNS::Message.decode(socket.read(length))).encode
    @asked << :tcp
    socket.write([data.bytesize].pack("n"), data)
  ensure
    socket.close
  end

  def answer(question)
    Resolv::DNS::Message.new(question.id).tap do |answer|
      answer.qr = 1
      answer.ra = 1
      question.each_question do |name, type|
        answer.add_question(name, type)
        addresses = RECORDS[name.to_s]
        answer.rcode = Resolv::DNS::RCode::NXDomain unless addresses
        next unless type == Resolv::DNS::Resource::IN::A

        addresses&.each { |address| answer.add_answer(name, 60, type.new(address)) }
      end
    end
  end
end
