package nonblockio;

import java.util.ArrayList;
import java.util.List;
import org.jruby.Ruby;
import org.jruby.RubyArray;
import org.jruby.RubyNumeric;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/** The controls given to sendmsg: Socket::AncillaryData or [level, type, data] with names. */
final class ControlArguments {
  private ControlArguments() {}

  /** The bytes for a socket of the given family. */
  static byte[] bytes(ThreadContext context, int family, RubyArray<?> arguments) {
    List<ControlMessages.Control> controls = new ArrayList<>(arguments.size());
    for (int i = 0; i < arguments.size(); i++) {
      controls.add(control(context, family, arguments.eltOk(i)));
    }
    return ControlMessages.write(controls);
  }

  private static ControlMessages.Control control(
      ThreadContext context, int family, IRubyObject argument) {
    Ruby runtime = context.runtime;
    IRubyObject array = argument.checkArrayType();
    IRubyObject level;
    IRubyObject type;
    IRubyObject data;
    if (array.isNil()) {
      level = argument.callMethod(context, "level");
      type = argument.callMethod(context, "type");
      data = argument.callMethod(context, "data");
    } else {
      RubyArray<?> parts = (RubyArray<?>) array;
      if (parts.size() != 3) {
        throw runtime.newArgumentError("an element of controls should be 3-elements array");
      }
      level = parts.eltOk(0);
      type = parts.eltOk(1);
      data = parts.eltOk(2);
    }
    IRubyObject names = runtime.getClassFromPath("NonblockIO::SocketConstants");
    IRubyObject familyNumber = runtime.newFixnum(family);
    IRubyObject levelNumber =
        names.callMethod(context, "level", new IRubyObject[] {familyNumber, level});
    IRubyObject typeNumber =
        names.callMethod(context, "control", new IRubyObject[] {familyNumber, levelNumber, type});
    return new ControlMessages.Control(
        RubyNumeric.num2int(levelNumber),
        RubyNumeric.num2int(typeNumber),
        data.convertToString().getBytes());
  }
}
