package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Protocols of other artifacts, none of which is on the class path here. */
class DoorTest {

  @Test
  void aProtocolThatIsNotThereIsMissedByName(@TempDir Path directory) {
    assertThatThrownBy(() -> GatewaySettings.in(directory).fixPort(0).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("for FIX put tandem-gateway-fix on the class path: it is not there");
    assertThatThrownBy(() -> GatewaySettings.in(directory).fixPort(70_000))
        .hasMessageContaining("port 70000");
  }
}
