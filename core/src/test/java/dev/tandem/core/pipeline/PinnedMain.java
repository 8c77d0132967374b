package dev.tandem.core.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Forked by a test: runs one thread, pinned or not, and prints the CPUs it may use. */
final class PinnedMain {

  private PinnedMain() {}

  public static void main(String[] args) {
    boolean pinned = args[0].equals("pinned");
    PipelineThreads threads =
        pinned ? PipelineThreads.pinned("stage", false) : PipelineThreads.unpinned("stage", false);
    Thread thread = threads.newThread(PinnedMain::printCpus);
    thread.start();
    Await.join(thread);
  }

  private static void printCpus() {
    try {
      Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
          .filter(line -> line.startsWith("Cpus_allowed_list"))
          .forEach(System.out::println);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    System.out.println("ran " + Thread.currentThread().getName());
  }
}
