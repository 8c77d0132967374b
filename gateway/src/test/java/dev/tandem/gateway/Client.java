package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;

/** Calls a gateway as its clients do. */
final class Client {

  static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http;
  private final String scheme;
  private final int port;
  private final String token;

  /** A response. */
  record Answer(int status, String contentType, JsonNode body, String text) {
    String code() {
      return body.path("code").asText();
    }
  }

  Client(int port, String token) {
    this(port, token, HttpClient.newHttpClient(), "http");
  }

  private Client(int port, String token, HttpClient http, String scheme) {
    this.port = port;
    this.token = token;
    this.http = http;
    this.scheme = scheme;
  }

  /** By TLS. */
  static Client trusting(SSLContext context, Gateway gateway, String token) {
    HttpClient http = HttpClient.newBuilder().sslContext(context).build();
    return new Client(gateway.address().getPort(), token, http, "https");
  }

  Client(Gateway gateway, String token) {
    this(gateway.address().getPort(), token);
  }

  int port() {
    return port;
  }

  URI uri(String scheme, String path) {
    return URI.create(scheme + "://127.0.0.1:" + port + path);
  }

  Answer get(String path) {
    return send("GET", path, "");
  }

  Answer post(String path, String body) {
    return send("POST", path, body);
  }

  Answer delete(String path) {
    return send("DELETE", path, "");
  }

  Answer send(String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(scheme, path))
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      HttpResponse<String> response =
          http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      String type = response.headers().firstValue("content-type").orElse("");
      JsonNode json = type.contains("json") ? JSON.readTree(response.body()) : null;
      return new Answer(response.statusCode(), type, json, response.body());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  JsonNode ok(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body();
  }

  /** All live orders of a user, page by page. */
  List<JsonNode> liveOrders(long user) {
    List<JsonNode> all = new ArrayList<>();
    String after = "";
    while (after != null) {
      JsonNode page = ok(get("/v1/users/" + user + "/orders" + after));
      page.path("orders").forEach(all::add);
      after = page.has("next") ? "?after=" + page.path("next").asText() : null;
    }
    return all;
  }

  /** Two users with money and lots, and symbol 1. */
  void prepare() {
    ok(post("/v1/symbols", "{\"symbol\":1,\"base\":10,\"quote\":20}"));
    for (int user = 1; user <= 2; user++) {
      ok(post("/v1/users", "{\"user\":" + user + "}"));
      for (int currency = 10; currency <= 20; currency += 10) {
        ok(
            post(
                "/v1/users/" + user + "/deposits",
                "{\"currency\":%d,\"amount\":1000000,\"transaction\":%d}"
                    .formatted(currency, currency)));
      }
    }
  }

  /** Waits until the metrics have a line that begins so. */
  void awaitMetric(String line) throws InterruptedException {
    Eventually.holds(line, () -> get("/metrics").text().lines().anyMatch(l -> l.startsWith(line)));
  }

  static String order(long user, long order, String side, long price, long quantity, String more) {
    return "{\"user\":%d,\"symbol\":1,\"order\":%d,\"side\":\"%s\",\"price\":%d,\"quantity\":%d%s}"
        .formatted(user, order, side, price, quantity, more);
  }

  /** Sends bytes as they are and returns what comes until the gateway closes or is silent. */
  String raw(String bytes, int silenceMillis) throws IOException {
    return raw(bytes.getBytes(StandardCharsets.ISO_8859_1), silenceMillis);
  }

  String raw(byte[] bytes, int silenceMillis) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(silenceMillis);
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      return readAll(socket);
    } catch (java.net.SocketException e) {
      // Closed with bytes unread.
      return "";
    }
  }

  /** The answer to these bytes as far as its head, whether or not the connection stays open. */
  String rawHead(String bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      StringBuilder head = new StringBuilder();
      InputStream in = socket.getInputStream();
      for (int b = in.read(); b >= 0; b = in.read()) {
        head.append((char) b);
        if (head.length() >= 4 && head.substring(head.length() - 4).equals("\r\n\r\n")) {
          break;
        }
      }
      return head.toString();
    }
  }

  static String readAll(Socket socket) throws IOException {
    StringBuilder all = new StringBuilder();
    InputStream in = socket.getInputStream();
    byte[] buffer = new byte[4_096];
    try {
      int n;
      while ((n = in.read(buffer)) >= 0) {
        all.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
      }
      all.append("<closed>");
    } catch (java.net.SocketTimeoutException e) {
      // Open, and silent.
    }
    return all.toString();
  }
}
