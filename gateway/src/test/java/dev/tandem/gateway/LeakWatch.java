package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Has Netty watch every buffer, and tells of those that nobody released. */
final class LeakWatch implements AutoCloseable {

  private static final int LOOKS = 10;
  private static final long LOOK_NANOS = 20_000_000;

  private final Logger logger = Logger.getLogger(ResourceLeakDetector.class.getName());
  private final ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();
  private final List<String> leaks = new CopyOnWriteArrayList<>();

  private final Handler listener =
      new Handler() {
        @Override
        public void publish(LogRecord leak) {
          leaks.add(leak.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  /** Begins to watch. */
  LeakWatch() {
    // What tests before have lost is not told here.
    look();
    logger.addHandler(listener);
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
  }

  /** Called when all is released that is going to be. */
  @Override
  public void close() {
    look();
    ResourceLeakDetector.setLevel(before);
    logger.removeHandler(listener);
    assertThat(leaks).isEmpty();
  }

  /** Netty tells of a lost buffer when it makes another, once the JVM has noticed by itself. */
  private static void look() {
    for (int i = 0; i < LOOKS; i++) {
      System.gc();
      LockSupport.parkNanos(LOOK_NANOS);
      assertThat(PooledByteBufAllocator.DEFAULT.buffer(1).release()).isTrue();
    }
  }
}
