package dev.tandem.gateway.spi;

import java.io.IOException;
import java.util.Optional;
import java.util.ServiceLoader;

/** Opens the server of one protocol; found on the class path as a service. */
public interface ProtocolProvider {

  /** The protocol, as {@code fix}. */
  String protocol();

  /**
   * Opens it, on the thread that starts the gateway, when nobody else has the log any more and
   * before its commands are applied again.
   *
   * @throws IOException if its files cannot be used
   */
  ProtocolServer open(ProtocolContext context) throws IOException;

  /** The one for a protocol; empty if its artifact is not on the class path. */
  static Optional<ProtocolProvider> of(String protocol) {
    return ServiceLoader.load(ProtocolProvider.class, ProtocolProvider.class.getClassLoader())
        .stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.protocol().equals(protocol))
        .findFirst();
  }
}
