package dev.tandem.jmh.exchange;

import dev.tandem.core.api.Ingress;
import dev.tandem.core.api.LogPosition;
import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.SnapshotInfo;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.ingress.CommandEntry;
import dev.tandem.core.kernel.Kernel;
import dev.tandem.core.kernel.KernelOptions;
import dev.tandem.core.pipeline.PipelineThreads;
import dev.tandem.core.pipeline.WaitPlan;
import dev.tandem.core.snapshot.Snapshots;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.statemachine.Query;
import dev.tandem.core.statemachine.ReplayDriver;
import dev.tandem.core.statemachine.SizeQuery;
import dev.tandem.core.statemachine.SnapshotQuery;
import dev.tandem.core.statemachine.Stages;
import dev.tandem.core.statemachine.StateCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Snapshots of a large state while the stream runs: how long the stages and the stream stop, and
 * how long everything else takes.
 *
 * <pre>{@code
 * java -Xmx3g -cp jmh/target/benchmarks.jar dev.tandem.jmh.exchange.SnapshotRun DIR [orders users rounds topology]
 * }</pre>
 *
 * <p>The state: 100 symbols with the orders spread over 1,000 prices a side; users with an amount
 * and a transaction of each of three currencies. The stream: places and cancels, open loop at
 * 200,000 a second.
 */
public final class SnapshotRun {

  private static final int SYMBOLS = 100;
  private static final int CURRENCIES = 3;
  private static final long STREAM_GAP_NS = 5_000;
  private static final long QUIET_NS = 500_000_000;

  private final int orders;
  private final int users;
  private final Kernel kernel;
  private final Stages stages;
  private final Gaps gaps = new Gaps();
  private final Random random = new Random(1);
  private long streamUser;

  private SnapshotRun(Topology topology, int orders, int users) {
    this.orders = orders;
    this.users = users;
    stages =
        new Stages(
            Math.max(1, topology.riskShards()),
            Math.max(1, topology.matchingShards()),
            users,
            orders + 1024,
            System::nanoTime,
            gaps,
            null);
    kernel =
        Kernel.create(
            topology,
            stages,
            new KernelOptions(
                4096,
                Ingress.shared(),
                false,
                WaitPlan.auto(topology.threads() + 2),
                PublishInterval.adaptive(),
                256,
                PipelineThreads.unpinned("tandem", true),
                null,
                null));
  }

  /**
   * The longest times between two answers, and between a command's intended time and its answer.
   */
  private static final class Gaps implements ResultHandler {
    private long last;
    private long longest;
    private long latest;
    private long refused;

    @Override
    public void onResult(Command c) {
      if (c.type == CommandType.QUERY) {
        return;
      }
      long now = System.nanoTime();
      longest = Math.max(longest, now - last);
      latest = Math.max(latest, now - c.timestampNs);
      last = now;
      if (c.result != ResultCode.OK_CODE) {
        refused++;
      }
    }
  }

  private interface Filler {
    void fill(Command c);
  }

  private void send(Filler filler) {
    CommandEntry entry = kernel.intake().entry();
    Command c = entry.claim();
    filler.fill(c);
    entry.publish(c);
  }

  private void ask(Query query) {
    send(
        c -> {
          c.type = CommandType.QUERY;
          c.payload = query;
        });
  }

  /** Fills the state as a recovery does: without a ring, one command after the other. */
  private void load() throws Exception {
    Loader loader = new Loader(stages);
    for (int s = 0; s < SYMBOLS; s++) {
      int symbol = s;
      loader.apply(c -> Commands.addSymbol(c, SymbolSpec.of(symbol, symbol % 2, 2)));
    }
    long[] ids = new long[users];
    for (int i = 0; i < users; i++) {
      ids[i] = 1L + (random.nextLong() & (Long.MAX_VALUE >>> 1)) / users * users + i;
      long user = ids[i];
      loader.apply(c -> Commands.addUser(c, user));
    }
    for (int currency = 0; currency < CURRENCIES; currency++) {
      int id = currency;
      for (long user : ids) {
        long transaction = 1L + id;
        loader.apply(c -> Commands.adjustBalance(c, user, id, 1_000_000_000L, transaction));
      }
    }
    for (int i = 0; i < orders; i++) {
      Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
      long price = side == Side.BUY ? 1_000 - random.nextInt(1_000) : 1_001 + random.nextInt(1_000);
      long order = 1_000_000L + i;
      long user = ids[random.nextInt(users)];
      int symbol = random.nextInt(SYMBOLS);
      long quantity = 1L + random.nextInt(100);
      loader.apply(
          c -> Commands.place(c, user, symbol, order, side, OrderType.GTC, price, quantity));
    }
    streamUser = ids[0];
  }

  private static final class Loader {
    private final ReplayDriver driver;

    Loader(Stages stages) {
      driver = new ReplayDriver(stages, stages.results());
    }

    void apply(Filler filler) throws Exception {
      Command command = driver.next();
      command.clearInput();
      filler.fill(command);
      driver.submit();
    }
  }

  /** Places and cancels on a fixed schedule until it is told to stop. */
  private final class Stream implements Runnable {

    private final AtomicBoolean stop = new AtomicBoolean();

    @Override
    public void run() {
      long due = System.nanoTime();
      for (long n = 0; !stop.get(); n++, due += STREAM_GAP_NS) {
        while (System.nanoTime() < due) {
          Thread.onSpinWait();
        }
        long time = due;
        long order = n / 2 + 1;
        boolean place = n % 2 == 0;
        send(
            c -> {
              if (place) {
                Commands.place(c, streamUser, 0, order, Side.BUY, OrderType.GTC, 1, 1);
              } else {
                Commands.cancel(c, streamUser, 0, order);
              }
              c.timestampNs = time;
            });
      }
    }
  }

  private void run(Path directory, int rounds) throws Exception {
    long start = System.nanoTime();
    load();
    report("loaded", start);
    kernel.start();
    try (StateCopy copy = stages.newCopy()) {
      measure(copy, directory, rounds);
    }
  }

  private void measure(StateCopy copy, Path directory, int rounds) throws Exception {
    long start = System.nanoTime();
    SizeQuery sizes = stages.sizeQuery(copy);
    ask(sizes);
    sizes.future().get();
    report("size query", start);
    if (gaps.refused != 0) {
      throw new IllegalStateException(gaps.refused + " commands refused");
    }
    start = System.nanoTime();
    copy.reserve();
    report("memory for the copy", start);
    Snapshots snapshots = Snapshots.open(directory);
    Stream stream = new Stream();
    Thread producer = new Thread(stream, "producer");
    producer.start();
    for (int round = 0; round < rounds; round++) {
      pause();
      forget();
      pause();
      System.out.printf("without a snapshot: %s%n", gaps());
      forget();
      SnapshotQuery query = stages.snapshotQuery(copy);
      ask(query);
      query.future().get();
      pause();
      System.out.printf(
          "with a snapshot:    %s; stages stopped %.1f ms at most, %.1f ms together%n",
          gaps(), query.longestStopNanos() / 1e6, query.totalStopNanos() / 1e6);
      start = System.nanoTime();
      try (StateImage image = copy.image()) {
        report("  image (" + image.byteSize() / 1_000_000 + " MB)", start);
        start = System.nanoTime();
        long hash = image.stateHash();
        report("  state hash " + Long.toHexString(hash), start);
        start = System.nanoTime();
        SnapshotInfo info = snapshots.write(image, new LogPosition(0, round, -1));
        report("  state hash again, checksums, write and sync", start);
        start = System.nanoTime();
        snapshots.deleteAllBut(1);
        report("  delete the older ones", start);
        if (info.stateHash() != hash) {
          throw new IllegalStateException(info.toString());
        }
      }
    }
    stream.stop.set(true);
    producer.join();
    kernel.drain(Duration.ofSeconds(10));
    kernel.stop(Duration.ofSeconds(10));
    for (int round = 0; round < 2; round++) {
      start = System.nanoTime();
      try (Snapshots.Loaded loaded =
          snapshots.latestValid(d -> System.out.println(d.directory() + ": " + d.reason()))) {
        report("read and checked", start);
        start = System.nanoTime();
        Stages fresh =
            new Stages(
                stages.riskShards(),
                stages.matchingShards(),
                users,
                orders,
                () -> 0,
                c -> {},
                null);
        fresh.restore(loaded.image());
        report("restored", start);
        start = System.nanoTime();
        snapshots.verify(loaded.info().directory());
        report("verified: read, restored, image compared", start);
      }
    }
  }

  private static void pause() {
    LockSupport.parkNanos(QUIET_NS);
  }

  /** Racy on purpose: a maximum that is a moment old does no harm here. */
  private void forget() {
    gaps.longest = 0;
    gaps.latest = 0;
  }

  private String gaps() {
    return "longest time between two answers %.1f ms, longest latency %.1f ms"
        .formatted(gaps.longest / 1e6, gaps.latest / 1e6);
  }

  private static void report(String what, long start) {
    System.out.printf("%-50s %8.1f ms%n", what, (System.nanoTime() - start) / 1e6);
  }

  /** Runs it in both topologies, below a directory that is made for it. */
  public static void main(String[] args) throws Exception {
    Path base = Path.of(args[0]);
    int orders = args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000;
    int users = args.length > 2 ? Integer.parseInt(args[2]) : 1_000_000;
    int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 3;
    String only = args.length > 4 ? args[4] : "";
    for (Topology topology : new Topology[] {Topology.fused(), Topology.pipelined(1, 1)}) {
      if (!topology.toString().startsWith(only)) {
        continue;
      }
      System.out.printf("%s, %,d orders, %,d users%n", topology, orders, users);
      Path directory = base.resolve("snapshots-" + topology);
      try {
        new SnapshotRun(topology, orders, users).run(directory, rounds);
      } finally {
        delete(directory);
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (var all = Files.walk(directory)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
