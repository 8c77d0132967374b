package dev.tandem.gateway.fix;

import dev.tandem.gateway.spi.ProtocolContext;
import dev.tandem.gateway.spi.ProtocolProvider;
import dev.tandem.gateway.spi.ProtocolServer;
import java.io.IOException;

/** Opens FIX; found by its name in {@code META-INF/services}. */
public final class FixProvider implements ProtocolProvider {

  /** For the service loader. */
  public FixProvider() {}

  @Override
  public String protocol() {
    return "fix";
  }

  @Override
  public ProtocolServer open(ProtocolContext context) throws IOException {
    return FixServer.open(context);
  }
}
