package dev.tandem.app.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** {@code tandem cluster start} as a process of its own, and a client of its REST in this one. */
final class DoorProcess implements AutoCloseable {

  private static final long PATIENCE_S = 180;

  private final Process process;
  private final HttpClient http;
  private final String key;
  private final CompletableFuture<String> address = new CompletableFuture<>();
  private volatile int binaryPort;
  private volatile boolean isLeader;

  DoorProcess(Path config, int node, String key, HttpClient http) throws IOException {
    this.key = key;
    this.http = http;
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tandem.app.Main",
                "cluster",
                "start",
                "--config=" + config,
                "--node=" + node,
                "--port=0")
            .redirectErrorStream(true)
            .start();
    Thread reader = new Thread(this::read, "door-" + node);
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    StringBuilder all = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        all.append(line).append('\n');
        if (line.equals("leader") || line.equals("follower")) {
          isLeader = line.equals("leader");
        } else if (line.startsWith("binary ")) {
          binaryPort = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
        } else if (line.startsWith("serving ")) {
          address.complete(line.substring("serving ".length()));
        }
      }
    } catch (IOException e) {
      all.append(e);
    }
    isLeader = false;
    address.completeExceptionally(new IOException("ended: " + all));
  }

  /** Waits until clients can connect. */
  DoorProcess awaitOpen() throws Exception {
    address.get(PATIENCE_S, TimeUnit.SECONDS);
    return this;
  }

  boolean isLeader() {
    return isLeader;
  }

  int binaryPort() {
    return binaryPort;
  }

  String get(String path) throws IOException, InterruptedException {
    return send(request(path).GET());
  }

  String post(String path, String body) throws IOException, InterruptedException {
    return send(request(path).POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  String delete(String path) throws IOException, InterruptedException {
    return send(request(path).DELETE());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(address.join() + path))
        .timeout(Duration.ofSeconds(PATIENCE_S))
        .header("Authorization", "Bearer " + key);
  }

  private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  /** SIGKILL: nothing is written any more. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
    isLeader = false;
  }

  /** SIGTERM; the exit code. */
  int stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the node does not stop");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
