package dev.tandem.jmh.gateway;

import dev.tandem.doctor.FitnessReport;
import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Further;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The gateway under load from another process, beside Netty alone; see the description. */
@Command(
    name = "GatewayComparison",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    description = {
      "Loads ./tandem serve and servers of Netty alone, each a process of its own on one CPU, from"
          + " this process on another, and prints Markdown.",
      "The figure to keep is the server's CPU time for a request: it moves less than requests a"
          + " second do. A run in which an order is refused or the orders do not trade fails."
    },
    exitCodeOnExecutionException = 3)
public final class GatewayComparison implements Callable<Integer> {

  /** Of each pair of orders: every second one trades with the one before it. */
  private static final double LEAST_TRADES = 0.8;

  @Mixin private final LoadOptions options = new LoadOptions(5);

  @Option(names = "--neighbour", description = "A loop that competes for the server's CPU.")
  private boolean neighbour;

  @Option(names = "--connections", description = "Of a closed loop.")
  private int connections = 32;

  @Option(names = "--window", description = "Binary orders in flight on a connection, 1 to 255.")
  private int window = 128;

  @Option(names = "--rest-rate", description = "Orders a second of the open loop; 0 for none.")
  private double restRate = 10_000;

  @Option(names = "--binary-rate", description = "Orders a second of the open loop; 0 for none.")
  private double binaryRate = 50_000;

  private final List<Sample> samples = new ArrayList<>();
  private long lastOrder;
  private int session;

  /**
   * One case in one round.
   *
   * @param asked requests a second of an open loop; 0 of a closed one
   * @param cpuMicros the server's CPU time for a request
   * @param micros 50, 99, 99.9 % and the largest, of a request
   * @param late share of the requests that were sent behind their time
   */
  record Sample(
      String group,
      String entrant,
      int round,
      double asked,
      long requests,
      long trades,
      double achieved,
      double cpuMicros,
      List<Double> micros,
      double late) {}

  private record Case(
      String group,
      String entrant,
      Served server,
      int port,
      int connections,
      int window,
      double rate,
      boolean orders,
      IntFunction<Wire> wire) {}

  /** Exits with 0, or 3 if something failed or was refused. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new GatewayComparison()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    FitnessReport fitness = options.watch(this::measure);
    String loop = neighbour ? ", a loop beside the server" : "";
    Result.About about =
        new Result.About(
            "gateway",
            "The gateway over the network: orders and plain requests beside Netty alone",
            Map.of(),
            List.of(
                "Server on CPU %d, load on CPU %d (-1: anywhere)%s, %s, warm-up %.0f s of each load."
                    .formatted(
                        options.serverCpu,
                        options.loadCpu,
                        loop,
                        options.durability,
                        options.warmUp),
                "Every second order trades with the one before; a refusal fails the run.",
                "CPU time is user and system time of all threads of the server process."));
    options.report(about, fitness, rows());
    return 0;
  }

  private String closed() {
    return "closed loop, " + connections + " connections";
  }

  private void measure(Path directory) throws IOException {
    Process loop = neighbour ? loop() : null;
    try (GatewayServer gateway = new GatewayServer(options, directory);
        Served echo = peer("echo", directory);
        Served http = peer("http", directory)) {
      List<Case> cases = cases(gateway, echo, http);
      for (Case c : cases) {
        if (c.rate == 0) {
          run(c, -1, options.warmUp);
        }
      }
      for (int round = 0; round < options.rounds; round++) {
        for (Case c : cases) {
          samples.add(run(c, round, options.seconds));
        }
      }
    } finally {
      if (loop != null) {
        loop.destroyForcibly();
      }
    }
  }

  /** A process that has the server's CPU as far as it gets it. */
  private Process loop() throws IOException {
    return new ProcessBuilder(
            Served.onCpu(List.of("sh", "-c", "while :; do :; done"), options.serverCpu))
        .start();
  }

  private Served peer(String kind, Path directory) throws IOException {
    List<String> words =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseParallelGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            PeerServer.class.getName(),
            kind);
    return new Served(words, options.serverCpu, directory.resolve(kind + ".err"), "serving ");
  }

  private List<Case> cases(GatewayServer gateway, Served echo, Served http) throws IOException {
    int echoPort = Integer.parseInt(echo.said("serving "));
    int httpPort = Integer.parseInt(http.said("serving "));
    IntFunction<Wire> rest = i -> HttpWire.orders(gateway.key());
    IntFunction<Wire> binary =
        i -> new BinaryWire(gateway.key(), (session + i) % 256, System.nanoTime());
    IntFunction<Wire> plain = i -> HttpWire.get("/health");
    IntFunction<Wire> echoes = i -> new EchoWire();
    Served own = gateway.process();
    List<Case> cases = new ArrayList<>();
    String rests = "REST, " + closed();
    cases.add(new Case(rests, "TANDEM_ORDERS", own, gateway.port(), connections, 1, 0, true, rest));
    cases.add(
        new Case(rests, "TANDEM_HEALTH", own, gateway.port(), connections, 1, 0, false, plain));
    cases.add(new Case(rests, "NETTY_CONSTANT", http, httpPort, connections, 1, 0, false, plain));
    String messages = "binary, closed loop, 8 connections with " + window + " in flight";
    cases.add(
        new Case(messages, "TANDEM_ORDERS", own, gateway.binaryPort(), 8, window, 0, true, binary));
    cases.add(new Case(messages, "NETTY_ECHO", echo, echoPort, 8, window, 0, false, echoes));
    String one = "one request after the other";
    cases.add(new Case(one, "TANDEM_REST", own, gateway.port(), 1, 1, 0, true, rest));
    cases.add(new Case(one, "TANDEM_BINARY", own, gateway.binaryPort(), 1, 1, 0, true, binary));
    cases.add(new Case(one, "NETTY_ECHO", echo, echoPort, 1, 1, 0, false, echoes));
    if (restRate > 0) {
      String open = String.format(Locale.ROOT, "REST, open loop, %,.0f/s", restRate);
      cases.add(new Case(open, "TANDEM_ORDERS", own, gateway.port(), 8, 1, restRate, true, rest));
    }
    if (binaryRate > 0) {
      String open = String.format(Locale.ROOT, "binary, open loop, %,.0f/s", binaryRate);
      cases.add(
          new Case(
              open, "TANDEM_ORDERS", own, gateway.binaryPort(), 2, 255, binaryRate, true, binary));
    }
    return cases;
  }

  private Sample run(Case c, int round, double length) throws IOException {
    session += c.connections;
    try (Load load = new Load(c.port, c.connections, c.window, lastOrder, c.wire)) {
      double before = c.server.cpuMicros();
      Load.Outcome outcome = load.run(c.rate, length);
      double cpu = c.server.cpuMicros() - before;
      // The next run begins with a seller.
      lastOrder = load.lastRequest() + (load.lastRequest() & 1);
      long pairs = outcome.requests() / 2;
      if (c.orders && outcome.trades() < LEAST_TRADES * pairs) {
        throw new IOException(
            c.group + ": " + outcome.trades() + " trades of " + outcome.requests() + " orders");
      }
      Sample sample =
          new Sample(
              c.group,
              c.entrant,
              round,
              c.rate,
              outcome.requests(),
              outcome.trades(),
              outcome.requests() / outcome.seconds(),
              cpu / outcome.requests(),
              List.of(
                  outcome.nanos().getValueAtPercentile(50) / 1e3,
                  outcome.nanos().getValueAtPercentile(99) / 1e3,
                  outcome.nanos().getValueAtPercentile(99.9) / 1e3,
                  outcome.nanos().getMaxValue() / 1e3),
              outcome.late());
      System.err.println(sample);
      return sample;
    }
  }

  private List<Row> rows() {
    Map<String, List<Sample>> cases = new LinkedHashMap<>();
    for (Sample s : samples) {
      cases.computeIfAbsent(s.group + s.entrant, k -> new ArrayList<>()).add(s);
    }
    List<Row> rows = new ArrayList<>();
    for (List<Sample> own : cases.values()) {
      Further further = new Further();
      further.put("requests/s", own, Sample::achieved);
      further.put("P50 us", own, s -> s.micros.get(0));
      further.put("P99 us", own, s -> s.micros.get(1));
      further.put("P99.9 us", own, s -> s.micros.get(2));
      further.put("late %", own, s -> 100 * s.late);
      further.put("trades/request", own, s -> (double) s.trades / s.requests);
      Sample first = own.get(0);
      rows.add(
          Row.of(
                  first.group,
                  first.entrant,
                  first.entrant.startsWith("TANDEM") ? Row.Kind.JAVA : Row.Kind.PEER,
                  "us of CPU a request",
                  true,
                  own.size(),
                  Spread.of(own, Sample::cpuMicros),
                  Map.of())
              .with(further));
    }
    return rows;
  }
}
