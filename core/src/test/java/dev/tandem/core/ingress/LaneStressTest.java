package dev.tandem.core.ingress;

import dev.tandem.core.pipeline.StressRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@link LaneStress}, in JVMs of their own. */
@Tag("thorough")
class LaneStressTest {

  @TempDir private Path directory;

  @Test
  void noForbiddenOutcomeIsEverSeen() {
    StressRun.of(LaneStress.class, 2, 150, directory);
  }
}
