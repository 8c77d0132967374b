package dev.tandem.core.pipeline;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the concurrency stress tests for a few seconds each, in JVMs of their own. */
@Tag("thorough")
class HandshakeStressTest {

  @TempDir private Path directory;

  @Test
  void noForbiddenOutcomeIsEverSeen() {
    StressRun.of(HandshakeStress.class, 4, 250, directory);
  }
}
