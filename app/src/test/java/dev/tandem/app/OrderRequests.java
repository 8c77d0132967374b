package dev.tandem.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.gateway.Gateway;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Requests by HTTP under a key. */
final class OrderRequests {

  private final HttpClient http = HttpClient.newHttpClient();
  private final String address;
  private final String key;

  OrderRequests(Gateway gateway, String key) {
    this.address = "http://127.0.0.1:" + gateway.address().getPort();
    this.key = key;
  }

  JsonNode send(String method, String path, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .header("Authorization", "Bearer " + key)
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    return new ObjectMapper()
        .readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }
}
