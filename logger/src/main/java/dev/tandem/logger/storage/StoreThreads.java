package dev.tandem.logger.storage;

import dev.tandem.logger.LogStoreConfig;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The threads that do the store's work on files. An interrupt closes the channel that a thread
 * uses, so none of it is done on the threads of callers, whom anybody may interrupt.
 */
public final class StoreThreads {
  /** Work on files. */
  public interface Work<T> {
    T run() throws IOException;
  }

  private static final class StoreThread extends Thread {
    StoreThread(Runnable work, String name, boolean inheritsLocals) {
      super(null, work, name, 0, inheritsLocals);
    }
  }

  private StoreThreads() {}

  /**
   * To be called after code of the application: an interrupt that it leaves on a thread of a store
   * would close the next file. On other threads the interrupt is the application's.
   */
  public static void clearInterrupt() {
    if (Thread.currentThread() instanceof StoreThread) {
      Thread.interrupted();
    }
  }

  /** Calls the listener of failures; if it throws, the store's thread must not end. */
  public static void report(LogStoreConfig config, String text) {
    try {
      config.onFailure().accept(text);
    } catch (RuntimeException | Error e) {
      System.err.println("tandem-logger: " + text + " (and its listener failed: " + e + ")");
    } finally {
      clearInterrupt();
    }
  }

  /** A daemon that takes nothing over from the thread that happens to make it. */
  public static Thread make(String name, Runnable work) {
    Thread thread = new StoreThread(work, name, false);
    thread.setDaemon(true);
    // Sealings of the application may look for classes of theirs.
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    return thread;
  }

  /** Does work on a thread of its own and waits for it, also if this thread is interrupted. */
  public static <T> T call(String name, Work<T> work) throws IOException {
    CompletableFuture<T> result = new CompletableFuture<>();
    // Takes thread locals over, as the caller would have done this work itself.
    Thread thread =
        new StoreThread(
            () -> {
              try {
                result.complete(work.run());
              } catch (Throwable failure) {
                result.completeExceptionally(failure);
              }
            },
            name,
            true);
    thread.setDaemon(true);
    thread.start();
    return await(result);
  }

  /** Waits for work of another thread; an interrupt is kept for the caller. */
  public static <T> T await(CompletableFuture<T> result) throws IOException {
    try {
      return result.join();
    } catch (CompletionException e) {
      Failures.rethrow(e.getCause());
      throw e;
    }
  }
}
