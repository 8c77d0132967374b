package dev.tandem.jmh.wal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A producer that the log holds up is told to be late. */
class RunsTest {

  private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  @Test
  void aLogThatBlocksMakesItsProducerLate() throws Exception {
    DurableLog log =
        new DurableLog() {
          private long last = -1;

          @Override
          public Producer producer() {
            return new Producer() {
              @Override
              public long append(byte[] record) {
                LockSupport.parkNanos(1_000_000);
                return ++last;
              }

              @Override
              public void awaitSynced(long ticket) {}
            };
          }

          @Override
          public long synced() {
            return last;
          }

          @Override
          public void close() {}
        };
    Sample held = Runs.openLoop(log, 10_000, 115, NANOS).sample();
    assertThat(held.latePercent()).isBetween(90.0, 100.0);
    assertThat(held.p50Us()).isGreaterThan(1_000);
  }
}
