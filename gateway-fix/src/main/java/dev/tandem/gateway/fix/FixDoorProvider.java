package dev.tandem.gateway.fix;

import dev.tandem.gateway.door.Door;
import dev.tandem.gateway.door.DoorContext;
import dev.tandem.gateway.door.DoorProvider;
import java.io.IOException;

/** Opens FIX; found by its name in {@code META-INF/services}. */
public final class FixDoorProvider implements DoorProvider {

  /** For the service loader. */
  public FixDoorProvider() {}

  @Override
  public String protocol() {
    return "fix";
  }

  @Override
  public Door open(DoorContext context) throws IOException {
    return FixDoor.open(context);
  }
}
