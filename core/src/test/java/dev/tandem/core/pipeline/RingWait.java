package dev.tandem.core.pipeline;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.LiteBlockingWaitStrategy;
import com.lmax.disruptor.LiteTimeoutBlockingWaitStrategy;
import com.lmax.disruptor.PhasedBackoffWaitStrategy;
import com.lmax.disruptor.SleepingWaitStrategy;
import com.lmax.disruptor.TimeoutBlockingWaitStrategy;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import java.util.concurrent.TimeUnit;

/** All wait strategies that the Disruptor has. */
enum RingWait {
  BLOCKING,
  LITE_BLOCKING,
  TIMEOUT,
  LITE_TIMEOUT,
  SLEEPING,
  YIELDING,
  BUSY_SPIN,
  PHASED_SLEEP,
  PHASED_LOCK,
  PHASED_LITE_LOCK;

  WaitStrategy create() {
    return switch (this) {
      case BLOCKING -> new BlockingWaitStrategy();
      case LITE_BLOCKING -> new LiteBlockingWaitStrategy();
      case TIMEOUT -> new TimeoutBlockingWaitStrategy(1, TimeUnit.MILLISECONDS);
      case LITE_TIMEOUT -> new LiteTimeoutBlockingWaitStrategy(1, TimeUnit.MILLISECONDS);
      case SLEEPING -> new SleepingWaitStrategy();
      case YIELDING -> new YieldingWaitStrategy();
      case BUSY_SPIN -> new BusySpinWaitStrategy();
      case PHASED_SLEEP -> PhasedBackoffWaitStrategy.withSleep(1, 1, TimeUnit.MICROSECONDS);
      case PHASED_LOCK -> PhasedBackoffWaitStrategy.withLock(1, 1, TimeUnit.MICROSECONDS);
      case PHASED_LITE_LOCK -> PhasedBackoffWaitStrategy.withLiteLock(1, 1, TimeUnit.MICROSECONDS);
    };
  }
}
