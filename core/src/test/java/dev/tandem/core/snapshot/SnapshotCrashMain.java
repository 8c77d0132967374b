package dev.tandem.core.snapshot;

import dev.tandem.core.Flows;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.statemachine.StagesDriver;
import java.nio.file.Path;

/** Writes snapshots until it is killed, and says of each that it is durable. */
final class SnapshotCrashMain {

  private SnapshotCrashMain() {}

  /** The image of every snapshot: known to who kills. */
  static StateImage image() throws Exception {
    StagesDriver driver = new StagesDriver(1, 1, c -> {});
    driver.apply(Flows.hostile(5, 2_000), Flows::copy);
    driver.settle();
    return driver.stages().image();
  }

  public static void main(String[] args) throws Exception {
    Snapshots snapshots = Snapshots.open(Path.of(args[0]));
    try (StateImage image = image()) {
      for (long sequence = Long.parseLong(args[1]); ; sequence++) {
        snapshots.write(image, Positions.at(sequence));
        System.out.println(sequence);
        System.out.flush();
        snapshots.deleteAllBut(2, Long.MAX_VALUE);
      }
    }
  }
}
