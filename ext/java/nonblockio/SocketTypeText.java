package nonblockio;

import jnr.constants.Constant;
import jnr.constants.platform.IPProto;
import jnr.constants.platform.ProtocolFamily;
import jnr.constants.platform.Sock;

/** What Addrinfo#inspect says of an address's kind of socket. MRI: addrinfo_inspect. */
final class SocketTypeText {
  private static final int TCP = IPProto.IPPROTO_TCP.intValue();
  private static final int UDP = IPProto.IPPROTO_UDP.intValue();

  private SocketTypeText() {}

  static String of(int family, int protocolFamily, int type, int protocol) {
    boolean named = protocolFamily != Platform.AF_UNSPEC && protocolFamily != family;
    return (named ? name(ProtocolFamily.valueOf(protocolFamily), "PF_???(", protocolFamily) : "")
        + transport(protocolFamily, type, protocol);
  }

  private static String transport(int family, int type, int protocol) {
    boolean internet = family == Platform.AF_INET || family == Platform.AF_INET6;
    if (internet && type == Platform.SOCK_STREAM && (protocol == 0 || protocol == TCP)) {
      return " TCP";
    }
    if (internet && type == Platform.SOCK_DGRAM && (protocol == 0 || protocol == UDP)) {
      return " UDP";
    }
    String text = type == 0 ? "" : name(Sock.valueOf(type), "SOCK_???(", type);
    if (protocol == 0) {
      return text;
    }
    Enum<?> known = internet ? IPProto.valueOf(protocol) : IPProto.__UNKNOWN_CONSTANT__;
    return text + name(known, "UNKNOWN_PROTOCOL(", protocol);
  }

  private static String name(Enum<?> known, String unknown, int number) {
    boolean defined = !known.name().startsWith("__") && ((Constant) known).defined();
    return ' ' + (defined ? known.name() : unknown + number + ')');
  }
}
