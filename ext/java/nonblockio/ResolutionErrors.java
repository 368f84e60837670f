package nonblockio;

import jnr.constants.platform.ErrnoAddressInfo;
import org.jruby.Ruby;
import org.jruby.RubyClass;
import org.jruby.exceptions.RaiseException;

/** Turns failures of getaddrinfo(3) and getnameinfo(3) into exceptions. */
enum ResolutionErrors {
  ADDRESS_FAMILY(ErrnoAddressInfo.EAI_ADDRFAMILY, "Address family for hostname not supported"),
  BAD_FLAGS(ErrnoAddressInfo.EAI_BADFLAGS, "Bad value for ai_flags"),
  FAMILY(ErrnoAddressInfo.EAI_FAMILY, "ai_family not supported"),
  NO_NAME(ErrnoAddressInfo.EAI_NONAME, "Name or service not known"),
  SERVICE(ErrnoAddressInfo.EAI_SERVICE, "Servname not supported for ai_socktype"),
  SOCKET_TYPE(ErrnoAddressInfo.EAI_SOCKTYPE, "ai_socktype not supported");

  private final ErrnoAddressInfo code;
  private final String text;

  ResolutionErrors(ErrnoAddressInfo code, String text) {
    this.code = code;
    this.text = text;
  }

  /** MRI: rsock_raise_resolution_error. */
  RaiseException of(Ruby runtime, String function) {
    String name = Semantics.RESOLUTION_ERROR ? "Socket::ResolutionError" : "SocketError";
    RubyClass type = (RubyClass) runtime.getClassFromPath(name);
    RaiseException error = runtime.newRaiseException(type, function + ": " + text);
    if (Semantics.RESOLUTION_ERROR && code.defined()) {
      error.getException().setInstanceVariable("@error_code", runtime.newFixnum(code.intValue()));
    }
    return error;
  }

  /** Of looking up an address. */
  RaiseException ofAddress(Ruby runtime) {
    return of(runtime, Semantics.GETADDRINFO);
  }
}
