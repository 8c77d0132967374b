package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.TestData;
import dev.tandem.it.serve.ServeProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client in a process of its own, and what it says. */
final class ClientProcess implements AutoCloseable {

  private static final String ANSWERED = "answered ";

  /** Where the next page of live orders begins. */
  private static final Pattern NEXT = Pattern.compile("\"next\":\"([^\"]+)\"");

  private final Process process;
  private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
  private final Thread reader;
  private final long all;
  private volatile long answered;

  /**
   * @param directory for its files
   * @param each commands of a session
   */
  ClientProcess(
      Path directory,
      ServeKillTest.Protocol protocol,
      int port,
      String key,
      int sessions,
      long each)
      throws IOException {
    all = sessions * each;
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                OrdersClient.class.getName(),
                protocol.name(),
                Integer.toString(port),
                Integer.toString(sessions),
                Long.toString(each))
            .directory(TestData.root().toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("TANDEM_KEY", key);
    process = builder.start();
    reader = Thread.ofPlatform().daemon().start(this::read);
  }

  private void read() {
    try (BufferedReader from =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = from.readLine(); line != null; line = from.readLine()) {
        if (line.startsWith(ANSWERED) && !line.contains(" of session ")) {
          answered = Long.parseLong(line.substring(ANSWERED.length()));
        } else {
          lines.add(line);
        }
      }
    } catch (IOException e) {
      lines.add("wrong " + e);
    }
  }

  /** Waits until this share of all commands is answered. */
  void await(int part, int of) {
    Deadline.awaitCount("answers", () -> answered, all * part / of);
  }

  /** Waits for its end. */
  void end() throws InterruptedException {
    Deadline.awaitCount("the last answers", this::answeredInTheEnd, all);
    reader.join();
    assertThat(lines).contains("end").noneMatch(line -> line.startsWith("wrong "));
    long reported =
        lines("answered ").stream()
            .mapToLong(line -> Long.parseLong(line.substring(0, line.indexOf(' '))))
            .sum();
    assertThat(reported).isEqualTo(all);
  }

  private long answeredInTheEnd() {
    return process.isAlive() ? Math.min(answered, all - 1) : all;
  }

  private List<String> lines(String start) {
    return lines.stream()
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()))
        .toList();
  }

  /** A command that was lost, or applied twice, would leave other orders, lots or money. */
  void compare(ServeProcess server) throws Exception {
    long held = 0;
    long sold = 0;
    long paid = 0;
    for (String line : lines("lots ")) {
      long[] numbers = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
      held += numbers[0];
      sold += numbers[1];
      paid += numbers[2];
    }
    assertThat(held).isPositive();
    assertThat(sold).isPositive();
    for (String line : lines("asks ")) {
      String symbol = line.substring(0, line.indexOf(' '));
      assertThat(server.get("/v1/symbols/" + symbol + "/book?depth=1000").body())
          .contains("\"bids\":[]")
          .contains(line.substring(line.indexOf(' ') + 1));
    }
    List<String> orders = new ArrayList<>();
    String after = "";
    while (after != null) {
      String page = server.get("/v1/users/1/orders" + after).body();
      List<String> parts = List.of(page.substring(page.indexOf('[') + 2).split("}[,\\]]\\{?", 0));
      orders.addAll(parts.subList(0, parts.size() - 1));
      Matcher next = NEXT.matcher(page);
      after = next.find() ? "?after=" + next.group(1) : null;
    }
    assertThat(orders).containsExactlyInAnyOrderElementsOf(lines("open "));
    assertThat(server.get("/v1/users/2/orders").body()).contains("\"orders\":[]");
    long lots = ServeProcess.LOTS_OF_ALL;
    assertThat(server.get("/v1/users/1/balances").body())
        .contains(balance(10, lots - held - sold, held))
        .contains(balance(20, paid, 0));
    assertThat(server.get("/v1/users/2/balances").body())
        .contains(balance(10, sold, 0))
        .contains(balance(20, lots - paid, 0));
  }

  private static String balance(int currency, long available, long held) {
    return "{\"currency\":%d,\"available\":%d,\"held\":%d}".formatted(currency, available, held);
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
