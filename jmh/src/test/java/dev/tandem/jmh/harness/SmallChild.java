package dev.tandem.jmh.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A system's process for a few requests whose rates nobody looks at: with what it requests, but
 * without the heap of a measurement, each page of which is touched, and the second compiler.
 */
public final class SmallChild {

  private SmallChild() {}

  /** Of the JVM that a comparison starts. */
  public static ChildProcess of(ChildProcess.Launch launch, Path folder) {
    return new ChildProcess(new ChildProcess.Launch(launch.system(), command(launch)), folder);
  }

  /** Its words; the last of two options of a JVM holds. */
  static List<String> command(ChildProcess.Launch launch) {
    List<String> command = new ArrayList<>(launch.command());
    command.addAll(
        1 + launch.flags().size(),
        List.of(
            "-Xms64m",
            "-XX:-AlwaysPreTouch",
            "-XX:-UseParallelGC",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1"));
    return command;
  }
}
