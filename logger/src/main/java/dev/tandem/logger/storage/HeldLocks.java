package dev.tandem.logger.storage;

import java.util.Properties;

/**
 * The lock files that this process holds. Opening one of them only to ask for its lock and closing
 * it again gives the lock up, for the system keeps locks by process and file. So what is held is
 * known by the file's identity, not by one of its paths, and to all class loaders of the process:
 * in a system property, guarded by a monitor that they share.
 */
final class HeldLocks {
  /** All class loaders have the same instance of a literal. */
  static final Object MONITOR = "dev.tandem.logger.storage.HeldLocks.MONITOR";

  private static final String PROPERTY = "dev.tandem.logger.locks";
  private static final String END = "\n";

  private HeldLocks() {}

  /** Remembers a file; false if it was held already. */
  static boolean add(String identity) {
    synchronized (MONITOR) {
      if (contains(identity)) {
        return false;
      }
      properties().setProperty(PROPERTY, held() + identity + END);
      return true;
    }
  }

  static boolean contains(String identity) {
    synchronized (MONITOR) {
      return (END + held()).contains(END + identity + END);
    }
  }

  static void remove(String identity) {
    synchronized (MONITOR) {
      String rest = (END + held()).replace(END + identity + END, END).substring(END.length());
      if (rest.isEmpty()) {
        properties().remove(PROPERTY);
      } else {
        properties().setProperty(PROPERTY, rest);
      }
    }
  }

  private static String held() {
    return properties().getProperty(PROPERTY, "");
  }

  private static Properties properties() {
    return System.getProperties();
  }
}
