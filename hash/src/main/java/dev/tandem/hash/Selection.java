package dev.tandem.hash;

import dev.tandem.hash.algorithm.HashFunctionSet;
import dev.tandem.hash.algorithm.Unavailable;
import dev.tandem.hash.ffi.JniFunctionSet;
import dev.tandem.hash.ffi.PanamaFunctionSet;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Chooses an implementation once, and creates the others when they are requested by name. */
final class Selection {

  private static final System.Logger LOG = System.getLogger("dev.tandem.hash");
  private static final String VECTOR_MODULE = "jdk.incubator.vector";

  /** Those made so far; what could not be made has a reason instead. */
  private static final Map<Implementation, HashFunctionSet> MADE =
      new EnumMap<>(Implementation.class);

  private static final Map<Implementation, String> REFUSED = new EnumMap<>(Implementation.class);

  static final Implementation CHOSEN = choose();

  private Selection() {}

  private static Implementation choose() {
    String forced = System.getProperty(Hashing.IMPLEMENTATION_PROPERTY);
    if (forced != null) {
      return forced(forced);
    }
    if (isAvailable(Implementation.PANAMA)) {
      return Implementation.PANAMA;
    }
    Implementation java =
        isAvailable(Implementation.VECTOR) ? Implementation.VECTOR : Implementation.JAVA;
    log(REFUSED.get(Implementation.PANAMA), java);
    return java;
  }

  private static Implementation forced(String name) {
    for (Implementation implementation : Implementation.values()) {
      if (implementation.name().equals(name.toUpperCase(Locale.ROOT))) {
        if (isAvailable(implementation)) {
          return implementation;
        }
        log(REFUSED.get(implementation), Implementation.JAVA);
        return Implementation.JAVA;
      }
    }
    log(
        Hashing.IMPLEMENTATION_PROPERTY + " is '" + name + "', which is no implementation",
        Implementation.JAVA);
    return Implementation.JAVA;
  }

  private static void log(String reason, Implementation instead) {
    LOG.log(Level.INFO, "hashing by {0}: {1}", instead, reason);
  }

  static boolean isAvailable(Implementation implementation) {
    synchronized (MADE) {
      if (!MADE.containsKey(implementation) && !REFUSED.containsKey(implementation)) {
        try {
          MADE.put(implementation, make(implementation));
        } catch (Unavailable e) {
          REFUSED.put(implementation, e.getMessage());
        }
      }
      return MADE.containsKey(implementation);
    }
  }

  private static HashFunctionSet make(Implementation implementation) throws Unavailable {
    return switch (implementation) {
      case PANAMA -> PanamaFunctionSet.load(HashFunctionSet.JAVA);
      case JNI -> JniFunctionSet.load(HashFunctionSet.JAVA);
      case VECTOR -> vector();
      case JAVA -> HashFunctionSet.JAVA;
    };
  }

  private static HashFunctionSet vector() throws Unavailable {
    if (ModuleLayer.boot().findModule(VECTOR_MODULE).isEmpty()) {
      throw new Unavailable("the module " + VECTOR_MODULE + " is not resolved");
    }
    return HashFunctionSet.vector();
  }

  static HashFunctionSet functions(Implementation implementation) {
    synchronized (MADE) {
      if (!isAvailable(implementation)) {
        throw new IllegalStateException(
            implementation + " is not available: " + REFUSED.get(implementation));
      }
      return MADE.get(implementation);
    }
  }

  static String describe(Implementation implementation) {
    String name = implementation.name().toLowerCase(Locale.ROOT);
    return implementation == Implementation.PANAMA ? name + ", " + PanamaFunctionSet.loops() : name;
  }
}
