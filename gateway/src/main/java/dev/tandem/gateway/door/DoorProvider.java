package dev.tandem.gateway.door;

import java.io.IOException;
import java.util.Optional;
import java.util.ServiceLoader;

/** Opens a door of one protocol; found on the class path as a service. */
public interface DoorProvider {

  /** The protocol, as {@code fix}. */
  String protocol();

  /**
   * Opens it, on the gateway's event loop, before that has a connection.
   *
   * @throws IOException if the port cannot be listened on, or its files cannot be used
   */
  Door open(DoorContext context) throws IOException;

  /** The one for a protocol; empty if its artifact is not on the class path. */
  static Optional<DoorProvider> of(String protocol) {
    return ServiceLoader.load(DoorProvider.class, DoorProvider.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.protocol().equals(protocol))
        .findFirst();
  }
}
