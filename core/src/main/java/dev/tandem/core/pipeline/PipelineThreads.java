package dev.tandem.core.pipeline;

import java.lang.System.Logger.Level;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Creates the threads of a pipeline, and pins each to a CPU of its own if pinning is on.
 *
 * <p>A pin that cannot be had is no failure: the thread runs unpinned, and the log says why, or
 * standard error if the log throws. Unless pinning is on, nothing native is touched, so an unpinned
 * pipeline needs no JVM flag.
 *
 * <p>Daemon threads let a JVM end without a {@code close()}, and with what is in the ring; the
 * others keep it alive until the processors are halted. An embedded pipeline does better with
 * non-daemon threads (forgetting to close it is seen), a benchmark or a test with daemons.
 */
public final class PipelineThreads implements ThreadFactory {

  private static final System.Logger LOG = System.getLogger(PipelineThreads.class.getName());

  private final String prefix;
  private final boolean daemon;
  private final boolean pinned;
  private final AtomicInteger made = new AtomicInteger();

  private PipelineThreads(String prefix, boolean daemon, boolean pinned) {
    this.prefix = prefix;
    this.daemon = daemon;
    this.pinned = pinned;
  }

  /** Threads named {@code prefix-0}, {@code prefix-1}, …, which run on any CPU. */
  public static PipelineThreads unpinned(String prefix, boolean daemon) {
    return new PipelineThreads(prefix, daemon, false);
  }

  /**
   * Threads each pinned, while it works, to a CPU that no other thread pinned by this class has.
   * Offered on Linux; wants {@code --enable-native-access} for this module.
   */
  public static PipelineThreads pinned(String prefix, boolean daemon) {
    return new PipelineThreads(prefix, daemon, true);
  }

  @Override
  public Thread newThread(Runnable work) {
    String name = prefix + "-" + made.getAndIncrement();
    Thread thread = new Thread(pinned ? () -> runPinned(name, work) : work, name);
    thread.setDaemon(daemon);
    return thread;
  }

  private static void runPinned(String name, Runnable work) {
    AutoCloseable pin = null;
    try {
      pin = CpuPin.acquire();
    } catch (RuntimeException | LinkageError e) {
      warn("thread " + name + " runs unpinned: " + e.getMessage(), null);
    }
    try {
      work.run();
    } finally {
      release(name, pin);
    }
  }

  private static void release(String name, AutoCloseable pin) {
    if (pin == null) {
      return;
    }
    try {
      pin.close();
    } catch (Exception e) {
      warn("thread " + name + " could not give its CPU back", e);
    }
  }

  /** To run unpinned is no failure, even if it could not be logged. */
  private static void warn(String text, Exception cause) {
    try {
      LOG.log(Level.WARNING, text, cause);
    } catch (RuntimeException | Error e) {
      System.err.println(text);
      System.err.println("The log of this warning has thrown: " + e);
    }
  }
}
