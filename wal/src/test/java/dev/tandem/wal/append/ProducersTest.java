package dev.tandem.wal.append;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The writer, while it waits for a producer that does not come. */
class ProducersTest {

  /** A look after the other would take a whole CPU; with naps it is a tenth, on a slow one too. */
  @Test
  void aWaitThatLastsLeavesTheCpuToOthers() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    Producers.Wait wait = new Producers().new Wait();
    long begin = System.nanoTime();
    long cpu = threads.getCurrentThreadCpuTime();
    while (System.nanoTime() - begin < Duration.ofSeconds(1).toNanos()) {
      wait.pause(7);
    }
    long elapsed = System.nanoTime() - begin;
    cpu = threads.getCurrentThreadCpuTime() - cpu;
    assertThat(cpu).isPositive().isLessThan(elapsed / 2);
  }
}
