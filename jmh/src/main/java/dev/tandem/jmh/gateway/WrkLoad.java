package dev.tandem.jmh.gateway;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The load generator {@code wrk}, a process of its own: another hand than {@link Load}'s that
 * measures the same, a closed loop over kept connections.
 */
final class WrkLoad {

  private static final String WORD = "tandem-wrk";
  private static final int FIGURES = 8;

  /** What it prints at the end, in one line. */
  private static final String DONE =
      """
      done = function(summary, latency, requests)
        local e = summary.errors
        io.write(string.format("\\ntandem-wrk %d %d %d %.3f %.3f %.3f %.3f\\n", summary.requests,
          e.status + e.connect + e.read + e.write + e.timeout, summary.duration,
          latency:percentile(50), latency:percentile(99), latency:percentile(99.9), latency.max))
      end
      """;

  private final String program;
  private final Path script;
  private final List<String> words;

  private WrkLoad(String program, Path directory, String name, String lua, List<String> words)
      throws IOException {
    this.program = program;
    this.words = words;
    script = directory.resolve(name + ".lua");
    Files.writeString(script, lua + DONE, StandardCharsets.US_ASCII);
  }

  /** What came of a run; times in µs. */
  record Outcome(long requests, double seconds, List<Double> micros) {}

  /** Whether it can be started. */
  static boolean isThere(String program) {
    try {
      new ProcessBuilder(program, "-v")
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
      return true;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** New orders from one above a number, as {@link HttpWire#orders} sends them. */
  static WrkLoad orders(
      String program, Path directory, int port, int connections, String key, long lastOrder)
      throws IOException {
    String lua =
        """
        local n = %d
        wrk.headers["Authorization"] = "Bearer %s"
        wrk.headers["Content-Type"] = "application/json"
        request = function()
          n = n + 1
          local sells = n %% 2 == 1
          return wrk.format("POST", nil, nil, string.format(
            '{"user":%%d,"symbol":%d,"order":%%d,"side":"%%s","price":%d,"quantity":1}',
            sells and %d or %d, n, sells and "SELL" or "BUY"))
        end
        """
            .formatted(
                lastOrder,
                key,
                GatewayServer.SYMBOL,
                GatewayServer.PRICE,
                GatewayServer.SELLER,
                GatewayServer.BUYER);
    return new WrkLoad(program, directory, "orders", lua, words(connections, port, "/v1/orders"));
  }

  /** The same question again and again. */
  static WrkLoad get(String program, Path directory, int port, int connections, String path)
      throws IOException {
    return new WrkLoad(program, directory, "get", "", words(connections, port, path));
  }

  private static List<String> words(int connections, int port, String path) {
    return List.of("-t1", "-c" + connections, "http://127.0.0.1:" + port + path);
  }

  /**
   * Runs for some seconds, by whole ones.
   *
   * @throws IOException if it fails, or a request does
   */
  Outcome run(double seconds, int cpu) throws IOException {
    List<String> all = Served.onCpu(List.of(program), cpu);
    all.addAll(List.of("-d" + Math.max(1, Math.round(seconds)) + "s", "-s", script.toString()));
    all.addAll(words);
    Process wrk = new ProcessBuilder(all).redirectErrorStream(true).start();
    String text = new String(wrk.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String line = text.lines().filter(l -> l.startsWith(WORD)).findFirst().orElse("");
    String[] figures = line.split(" ", -1);
    if (figures.length != FIGURES) {
      throw new IOException("wrk has failed: " + text);
    }
    if (Long.parseLong(figures[2]) > 0) {
      throw new IOException(figures[2] + " requests of wrk have failed: " + text);
    }
    return new Outcome(
        Long.parseLong(figures[1]),
        Long.parseLong(figures[3]) / 1e6,
        List.of(
            Double.parseDouble(figures[4]),
            Double.parseDouble(figures[5]),
            Double.parseDouble(figures[6]),
            Double.parseDouble(figures[7])));
  }
}
