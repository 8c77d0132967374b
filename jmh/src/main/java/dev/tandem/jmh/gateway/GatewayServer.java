package dev.tandem.jmh.gateway;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code ./tandem serve} in a process of its own, with a symbol and two users who can trade. */
final class GatewayServer implements AutoCloseable {

  static final int SYMBOL = 1;
  static final int SELLER = 100;
  static final int BUYER = 200;
  static final int PRICE = 30;

  private static final int OK = 200;

  private final Served server;
  private final int port;
  private final int binaryPort;
  private final String key;

  /** Starts one on an empty directory. */
  GatewayServer(LoadOptions options, Path directory) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                options.tandem.toAbsolutePath().toString(),
                "serve",
                "--dir",
                directory.resolve("exchange").toString(),
                "--port",
                "0",
                "--binary-port",
                "0",
                "--durability",
                options.durability,
                "--orders-per-second",
                "0"));
    words.addAll(options.serve);
    server = new Served(words, options.serverCpu, directory.resolve("serve.err"), "serving ");
    port = URI.create(server.said("serving ")).getPort();
    binaryPort = URI.create("tcp://" + server.said("binary ")).getPort();
    key = server.said("only now: ");
    try (HttpClient http = HttpClient.newHttpClient()) {
      post(http, "/v1/symbols", "{\"symbol\":1,\"base\":10,\"quote\":20}");
      post(http, "/v1/users", "{\"user\":100}");
      post(http, "/v1/users", "{\"user\":200}");
      String deposit = "{\"currency\":%d,\"amount\":1000000000000000,\"transaction\":1}";
      post(http, "/v1/users/100/deposits", deposit.formatted(10));
      post(http, "/v1/users/200/deposits", deposit.formatted(20));
    }
  }

  private void post(HttpClient http, String path, String body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Authorization", "Bearer " + key)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != OK) {
        throw new IOException(path + ": " + answer.body());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  Served process() {
    return server;
  }

  int port() {
    return port;
  }

  int binaryPort() {
    return binaryPort;
  }

  String key() {
    return key;
  }

  @Override
  public void close() {
    server.close();
  }
}
