package nonblockio;

/** Tells whether a failure that JRuby or the JDK hides is that no descriptor is left. */
final class DescriptorLimit {
  private DescriptorLimit() {}

  /** EMFILE or ENFILE, or 0 as long as the process and the system may open another descriptor. */
  static int reached() {
    Syscalls syscalls = Backend.syscalls();
    int fd = syscalls.socket(Platform.AF_UNIX, Platform.SOCK_STREAM, 0);
    if (fd >= 0) {
      syscalls.close(fd);
    }
    return fd == -Platform.EMFILE || fd == -Platform.ENFILE ? -fd : 0;
  }
}
