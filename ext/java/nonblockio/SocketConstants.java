package nonblockio;

import java.util.EnumSet;
import jnr.constants.Constant;
import jnr.constants.platform.ErrnoAddressInfo;
import jnr.constants.platform.INet;
import jnr.constants.platform.INet6;
import jnr.constants.platform.IPv6;
import jnr.constants.platform.Local;
import jnr.constants.platform.Multicast;
import jnr.constants.platform.SocketControlMessage;
import jnr.constants.platform.UDP;
import org.jruby.Ruby;
import org.jruby.RubyModule;
import org.jruby.platform.Platform;

/** Defines the constants of MRI's Socket::Constants that JRuby knows but leaves out. */
final class SocketConstants {
  private static final int IF_NAME_SIZE = 16;

  private SocketConstants() {}

  static void define(Ruby runtime) {
    RubyModule module = runtime.getClassFromPath("Socket::Constants");
    defineSet(module, SocketControlMessage.class);
    defineSet(module, IPv6.class);
    defineSet(module, Multicast.class);
    defineSet(module, UDP.class);
    defineSet(module, INet.class);
    defineSet(module, INet6.class);
    defineSet(module, Local.class);
    defineSet(module, ErrnoAddressInfo.class);
    define(module, "IFNAMSIZ", IF_NAME_SIZE);
    define(module, "IF_NAMESIZE", IF_NAME_SIZE);
    if (Platform.IS_LINUX) {
      defineLinuxOnly(module);
    }
  }

  /** What jnr-constants has no name for, with the values of linux/socket.h and linux/net.h. */
  private static void defineLinuxOnly(RubyModule module) {
    define(module, "AF_PACKET", nonblockio.Platform.AF_PACKET);
    define(module, "PF_PACKET", nonblockio.Platform.AF_PACKET);
    define(module, "PF_AX25", 3);
    define(module, "SOCK_PACKET", 10);
  }

  private static <C extends Enum<C> & Constant> void defineSet(RubyModule module, Class<C> set) {
    for (C constant : EnumSet.allOf(set)) {
      if (constant.defined()) {
        define(module, constant.name(), constant.intValue());
      }
    }
  }

  private static void define(RubyModule module, String name, int value) {
    if (!module.hasConstant(name)) {
      module.setConstant(name, module.getRuntime().newFixnum(value));
    }
  }
}
