package dev.tandem.wal.append;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A wake-up that comes while the writer looks for work is kept. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WriterSleepTest {

  /** As a look that waits for a lock: the lock's own parking has the wake-up. */
  @Test
  void aLookThatParksLosesNone() {
    WriterSleep sleep = new WriterSleep();
    sleep.startedBy(Thread.currentThread());
    sleep.parkUnless(
        () -> {
          sleep.wake();
          LockSupport.park(this);
          return false;
        });
  }
}
