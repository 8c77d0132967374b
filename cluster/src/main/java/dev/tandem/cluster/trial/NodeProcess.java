package dev.tandem.cluster.trial;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A process that runs a {@link TrialNode}, as its parent has it. */
final class NodeProcess {

  /** Aeron on JDK 25 wants the first of them. */
  private static final List<String> OPTIONS =
      List.of(
          "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
          "--enable-native-access=ALL-UNNAMED",
          "-XX:+UseSerialGC",
          "-Xmx512m");

  private final int node;
  private final Process process;
  private final BufferedWriter in;
  private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private volatile boolean isLeader;

  /**
   * @param life of the node, from 0
   * @param directory of the trial, which has the configuration, and gets what the node reports
   */
  NodeProcess(int node, int life, Path configuration, Path directory) throws IOException {
    this.node = node;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(OPTIONS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(TrialNode.class.getName());
    command.addAll(
        List.of(
            configuration.toString(),
            Integer.toString(node),
            directory.toString(),
            Integer.toString(life)));
    process =
        new ProcessBuilder(command)
            .redirectError(
                ProcessBuilder.Redirect.appendTo(
                    directory.resolve("node-" + node + ".log").toFile()))
            .start();
    in =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    Thread reader = new Thread(this::read, "trial-node-" + node);
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        switch (line) {
          case "leader" -> isLeader = true;
          case "follower" -> isLeader = false;
          default -> {
            if (!line.startsWith("term ")) {
              answers.add(line);
            }
          }
        }
      }
    } catch (IOException e) {
      // The process was killed.
      isLeader = false;
    }
  }

  int node() {
    return node;
  }

  boolean isLeader() {
    return isLeader && process.isAlive();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  void say(String line) throws IOException {
    in.write(line);
    in.newLine();
    in.flush();
  }

  /** The next line that the node answers; null if it does not come in time. */
  String answer(long timeoutNs) throws InterruptedException {
    return answers.poll(timeoutNs, TimeUnit.NANOSECONDS);
  }

  /** Ends it as a failure does: at once, with nothing done on the way. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
    isLeader = false;
  }

  /** Ends it in order. */
  void exit() throws IOException {
    say("exit");
  }

  /** Whether it has ended by itself. */
  boolean hasEnded(long timeoutNs) throws InterruptedException {
    return process.waitFor(timeoutNs, TimeUnit.NANOSECONDS);
  }
}
