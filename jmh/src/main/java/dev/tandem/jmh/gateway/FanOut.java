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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Market data to many subscribers; see the description. */
@Command(
    name = "FanOut",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    description = {
      "Sends orders to ./tandem serve by the binary protocol, each of which changes a price level,"
          + " and lets WebSockets hear of all changes; prints Markdown.",
      "Each subscriber must be sent each change, in order, or a snapshot that stands for those that"
          + " it was too slow for; otherwise the run fails."
    },
    exitCodeOnExecutionException = 3)
public final class FanOut implements Callable<Integer> {

  private static final Pattern SEQUENCE = Pattern.compile("\"seq\":(\\d+)");

  @Mixin private final LoadOptions options = new LoadOptions(3);

  @Option(names = "--subscribers", split = ",", description = "How many, one case after another.")
  private List<Integer> counts = List.of(0, 1, 10, 100);

  @Option(names = "--rate", description = "Changes a second.")
  private double rate = 100_000;

  private final List<Sample> samples = new ArrayList<>();
  private long lastOrder;

  /** Of the book: each order changes it once, so nobody has to be asked before all is measured. */
  private long sequence;

  /**
   * One case in one round.
   *
   * @param seconds from the first order until the last one was answered
   * @param hearing the same, and each subscriber had heard of the last change
   * @param received changes, of all subscribers
   * @param conflated changes that snapshots stood for
   * @param cpuMicros the server's CPU time for all of it
   */
  record Sample(
      int subscribers,
      int round,
      long changes,
      double seconds,
      double hearing,
      long received,
      long conflated,
      long snapshots,
      double cpuMicros) {

    double perChange() {
      return cpuMicros / changes;
    }

    double perDelivery() {
      return cpuMicros / Math.max(1, received);
    }
  }

  /** Exits with 0, or 3 if something failed, was refused or was not heard. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new FanOut()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    FitnessReport fitness = options.watch(this::measure);
    System.out.printf(
        Locale.ROOT,
        "Server on CPU %d, load on CPU %d (-1: anywhere), %s, %,.0f changes/s asked for.%n%n",
        options.serverCpu,
        options.loadCpu,
        options.durability,
        rate);
    List<Row> rows = rows();
    options.tell(about(), fitness, rows, table(rows), samples);
    return 0;
  }

  private void measure(Path directory) throws IOException {
    try (GatewayServer gateway = new GatewayServer(options, directory)) {
      for (int count : counts) {
        run(gateway, count, -1, options.warmUp);
      }
      for (int round = 0; round < options.rounds; round++) {
        for (int count : counts) {
          samples.add(run(gateway, count, round, options.seconds));
        }
      }
    }
  }

  private static Result.About about() {
    return new Result.About(
        "fan-out",
        "Market data of the gateway to many subscribers",
        Map.of(),
        List.of(
            "Each order changes a price level; each subscriber hears of each, or of a snapshot.",
            "CPU time is user and system time of all threads of the server, orders included."));
  }

  private Sample run(GatewayServer gateway, int count, int round, double length)
      throws IOException {
    try (Subscribers subscribers = new Subscribers(gateway.port(), count, gateway.key());
        Load load =
            new Load(
                gateway.binaryPort(),
                2,
                255,
                lastOrder,
                i -> new BinaryWire(gateway.key(), i, System.nanoTime()))) {
      load.beside(subscribers::poll);
      double before = gateway.process().cpuMicros();
      long start = System.nanoTime();
      Load.Outcome outcome = load.run(rate, length);
      sequence += outcome.requests();
      Subscribers.Heard heard = subscribers.hearAllUpTo(sequence);
      double hearing = Math.max(outcome.seconds(), (heard.lastNs() - start) / 1e9);
      double cpu = gateway.process().cpuMicros() - before;
      // Asked where somebody listens alone: the question has the book kept, which is not free.
      if (count > 0 && sequence(gateway) != sequence) {
        throw new IOException("the book is not at " + sequence + ", where the orders end");
      }
      lastOrder = load.lastRequest() + (load.lastRequest() & 1);
      Sample sample =
          new Sample(
              count,
              round,
              outcome.requests(),
              outcome.seconds(),
              hearing,
              heard.received(),
              heard.conflated(),
              heard.snapshots(),
              cpu);
      if (heard.received() + heard.conflated() != count * outcome.requests()) {
        throw new IOException("not each order has changed the book once: " + sample);
      }
      System.err.println(sample);
      return sample;
    }
  }

  private static long sequence(GatewayServer gateway) throws IOException {
    String book = gateway.get("/v1/symbols/" + GatewayServer.SYMBOL + "/book");
    Matcher found = SEQUENCE.matcher(book);
    if (!found.find()) {
      throw new IOException("a book without its sequence: " + book);
    }
    return Long.parseLong(found.group(1));
  }

  private List<Row> rows() {
    Map<Integer, List<Sample>> cases = new LinkedHashMap<>();
    for (Sample s : samples) {
      cases.computeIfAbsent(s.subscribers, k -> new ArrayList<>()).add(s);
    }
    List<Row> rows = new ArrayList<>();
    cases.forEach(
        (count, own) -> {
          Further further = new Further();
          further.put("changes/s", own, s -> s.changes / s.hearing);
          further.put("deliveries/s", own, s -> s.received / s.hearing);
          further.put("us of CPU a delivery", own, Sample::perDelivery);
          further.put(
              "conflated %", own, s -> 100.0 * s.conflated / Math.max(1, s.received + s.conflated));
          rows.add(
              Row.of(
                      count + " subscribers",
                      "TANDEM_LEVELS",
                      Row.Kind.JAVA,
                      "us of CPU a change",
                      true,
                      own.size(),
                      Spread.of(own, Sample::perChange),
                      Map.of())
                  .with(further));
        });
    return rows;
  }

  private static String table(List<Row> rows) {
    StringBuilder text =
        new StringBuilder(
            "| case | CPU µs/change (spread) | changes/s | deliveries/s | CPU µs/delivery |"
                + " conflated % |\n|---|---|---|---|---|---|\n");
    for (Row r : rows) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %.2f (%.2f .. %.2f) | %,.0f | %,.0f | %.3f | %.1f |%n",
              r.group(),
              r.median(),
              r.lowest(),
              r.highest(),
              r.others().get("changes/s"),
              r.others().get("deliveries/s"),
              r.others().get("us of CPU a delivery"),
              r.others().get("conflated %")));
    }
    return text.toString();
  }
}
