package dev.tandem.core.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Forked by a test: runs threads, pinned or not, and prints the CPUs they may use. */
final class PinnedMain {

  private PinnedMain() {}

  public static void main(String[] args) throws InterruptedException {
    int threads = args.length < 2 ? 1 : Integer.parseInt(args[1]);
    switch (args[0]) {
      case "unpinned" -> runTogether(PipelineThreads.unpinned("stage", false), threads);
      case "pinned" -> runTogether(PipelineThreads.pinned("stage", false), threads);
      case "in-turn" -> runInTurn(PipelineThreads.pinned("stage", false), threads);
      case "untold" -> {
        breakLog();
        runInTurn(PipelineThreads.pinned("stage", false), threads);
      }
      case "restored" -> pinAndGiveBack();
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /** None ends before all have printed, so each holds its CPU while the others look for one. */
  private static void runTogether(PipelineThreads factory, int count) throws InterruptedException {
    CountDownLatch all = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      CountDownLatch printed = new CountDownLatch(1);
      Thread thread =
          factory.newThread(
              () -> {
                printCpus(Thread.currentThread().getName());
                printed.countDown();
                awaitLatch(all);
              });
      thread.start();
      threads.add(thread);
      printed.await();
    }
    all.countDown();
    threads.forEach(Await::join);
  }

  private static void runInTurn(PipelineThreads factory, int count) {
    for (int i = 0; i < count; i++) {
      Thread thread = factory.newThread(() -> printCpus(Thread.currentThread().getName()));
      thread.start();
      Await.join(thread);
    }
  }

  /** What a program logs to may throw. */
  private static void breakLog() {
    Logger.getLogger("")
        .addHandler(
            new Handler() {
              @Override
              public void publish(LogRecord record) {
                throw new IllegalStateException("no room for it");
              }

              @Override
              public void flush() {
                // Nothing is kept.
              }

              @Override
              public void close() {
                // Nothing is open.
              }
            });
  }

  private static void pinAndGiveBack() {
    printCpus("before");
    try (CpuPin pin = CpuPin.acquire()) {
      printCpus("pinned " + (pin != null));
    }
    printCpus("after");
  }

  private static void printCpus(String who) {
    System.out.println("ran " + who + " on [" + cpus(Path.of("/proc/thread-self/status")) + "]");
  }

  /** What a thread may use, as the kernel writes it, like {@code 0-3,8}. */
  static String cpus(Path status) {
    String name = "Cpus_allowed_list:";
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(name.length()).trim())
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
