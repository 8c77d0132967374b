package dev.tandem.core.pipeline;

import net.openhft.affinity.AffinityLock;

/** The only class that touches the affinity library, so that it is loaded only for a pin. */
final class CpuPin implements AutoCloseable {

  static final String MISSING_FLAG = "--enable-native-access=ALL-UNNAMED";

  private final AffinityLock lock;

  private CpuPin(AffinityLock lock) {
    this.lock = lock;
  }

  /**
   * Pins the calling thread.
   *
   * @throws IllegalStateException if it cannot be pinned, with the reason
   */
  static CpuPin acquire() {
    if (!CpuPin.class.getModule().isNativeAccessEnabled()) {
      throw new IllegalStateException("pinning needs the JVM flag " + MISSING_FLAG);
    }
    AffinityLock lock = AffinityLock.acquireLock(true);
    if (!lock.isBound()) {
      lock.release();
      throw new IllegalStateException("the affinity library found no free CPU to pin to");
    }
    return new CpuPin(lock);
  }

  @Override
  public void close() {
    lock.release();
  }
}
