package dev.tandem.it.serve;

import dev.tandem.it.TestData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code tandem serve} as a process of its own, and a client of it in this one. */
public final class ServeProcess implements AutoCloseable {

  /** What each of the two users of {@link #prepare} has. */
  public static final long LOTS_OF_ALL = 1_000_000_000L;

  private final Process process;
  private final String address;
  private int binaryPort;
  private int fixPort;
  private String key;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /**
   * @param key null if this start makes the administrator's
   */
  public ServeProcess(Path directory, String key, String... options) throws IOException {
    this.key = key;
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tandem.app.Main",
                "serve",
                "--dir=" + directory));
    if (List.of(options).stream().noneMatch(option -> option.startsWith("--port="))) {
      command.add("--port=0");
    }
    command.addAll(List.of(options));
    process =
        new ProcessBuilder(command)
            .directory(TestData.root().toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = lines.readLine();
    while (line != null && !line.startsWith("serving ")) {
      if (line.startsWith("key of the administrator")) {
        this.key = line.substring(line.lastIndexOf(' ') + 1);
      }
      if (line.startsWith("binary ")) {
        binaryPort = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
      }
      if (line.startsWith("FIX ")) {
        fixPort = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
      }
      line = lines.readLine();
    }
    if (line == null) {
      throw new IOException("tandem serve has ended before it served");
    }
    address = line.substring("serving ".length());
  }

  public String key() {
    return key;
  }

  public String address() {
    return address;
  }

  public int binaryPort() {
    return binaryPort;
  }

  public int fixPort() {
    return fixPort;
  }

  public HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return http.send(request(path).GET().build(), HttpResponse.BodyHandlers.ofString());
  }

  public HttpResponse<String> post(String path, String body)
      throws IOException, InterruptedException {
    return http.send(
        request(path).POST(HttpRequest.BodyPublishers.ofString(body)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** Adds symbols 1 to 3, and users 1, a seller, and 2, a buyer. */
  public void prepare() throws IOException, InterruptedException {
    for (String[] step :
        new String[][] {
          {"/v1/symbols", "{\"symbol\":1,\"base\":10,\"quote\":20}"},
          {"/v1/symbols", "{\"symbol\":2,\"base\":10,\"quote\":20}"},
          {"/v1/symbols", "{\"symbol\":3,\"base\":10,\"quote\":20}"},
          {"/v1/users", "{\"user\":1}"},
          {"/v1/users", "{\"user\":2}"},
          {
            "/v1/users/2/deposits",
            "{\"currency\":20,\"amount\":" + LOTS_OF_ALL + ",\"transaction\":1}"
          },
          {
            "/v1/users/1/deposits",
            "{\"currency\":10,\"amount\":" + LOTS_OF_ALL + ",\"transaction\":1}"
          }
        }) {
      HttpResponse<String> answer = post(step[0], step[1]);
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(step[0] + ": " + answer.body());
      }
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(address + path))
        .header("Authorization", "Bearer " + key);
  }

  /** SIGKILL: nothing is written any more. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** SIGTERM; the exit code. */
  public int stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(200, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("tandem serve did not stop");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
    http.close();
  }
}
