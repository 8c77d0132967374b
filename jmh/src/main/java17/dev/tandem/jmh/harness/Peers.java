package dev.tandem.jmh.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The versions of the peers, as the build has them. */
public final class Peers {

  private static final Properties VERSIONS = load();

  private Peers() {}

  private static Properties load() {
    Properties properties = new Properties();
    try (InputStream in = Peers.class.getResourceAsStream("peers.properties")) {
      if (in == null) {
        throw new IllegalStateException("peers.properties is not beside " + Peers.class.getName());
      }
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }

  /**
   * The version of a peer.
   *
   * @throws IllegalArgumentException if the build names none
   */
  public static String version(String peer) {
    String version = VERSIONS.getProperty(peer);
    if (version == null) {
      throw new IllegalArgumentException("peers.properties has no " + peer);
    }
    return version;
  }

  /**
   * Checks that a peer has the library it was built for, not another peer's: two versions may stand
   * on one class path, and the first one is taken.
   *
   * @param used a class of the library
   * @param peer names the peer; the build names the version as {@code PEER.LIBRARY}
   * @throws IllegalStateException if the class is of another version of the library
   */
  public static void require(Class<?> used, String peer, String library) {
    String jar = library + "-" + version(peer + "." + library) + ".jar";
    String from = String.valueOf(used.getProtectionDomain().getCodeSource().getLocation());
    if (!from.endsWith("/" + jar)) {
      throw new IllegalStateException(
          peer + " runs with " + jar + ", and " + used.getName() + " is of " + from);
    }
  }
}
