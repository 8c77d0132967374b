package dev.tandem.jmh.wal;

import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.KernelFlows;
import dev.tandem.jmh.harness.Waits;
import dev.tandem.wal.Durability;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.WalReader;
import dev.tandem.wal.WalStatistics;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * A whole exchange with a log (risk on, one symbol, the mix of the kernel's benchmark: 9 % GTC, 3 %
 * IOC, 6 % cancel, 82 % move), driven as if it were a log: an append submits the next command, and
 * its answer makes it durable. The record itself is left out; a command takes about 100 bytes in
 * the log. Topology and waiting are what the exchange chooses by itself.
 */
final class ExchangeLog implements DurableLog {

  private static final VarHandle ANSWERED;

  /** Its type in the log: see FORMATS.md. */
  private static final byte COMMAND_RECORD = 1;

  /** A symbol, and users with a balance in two currencies each. */
  private static final long PREPARING = 1 + 3L * KernelFlow.USERS;

  private static final long READY_NANOS = TimeUnit.SECONDS.toNanos(2);

  static {
    try {
      ANSWERED = MethodHandles.lookup().findVarHandle(Answers.class, "answered", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Made once for all runs of a process. */
  private static final class FlowHolder {
    private static final KernelFlow FLOW = KernelFlows.STEADY.make(20_231);
  }

  private final Answers answers = new Answers();
  private final Exchange exchange;
  private final CommandPublisher publisher;
  private final long before;

  ExchangeLog(LogSettings settings, Durability level) {
    exchange =
        Exchange.builder()
            .singleProducer()
            .daemon()
            .resultHandler(answers)
            .journal(JournalOptions.in(settings.directory()).durability(level))
            .start();
    KernelFlow.prepare(exchange, true);
    publisher = exchange.publisher();
    before = answers.answeredAcquire();
    awaitReserve();
  }

  /** As with the logs, zero-filling is over before the clock starts. */
  private void awaitReserve() {
    long giveUp = System.nanoTime() + READY_NANOS;
    int ready = -1;
    while (System.nanoTime() < giveUp) {
      Optional<WalStatistics> log = exchange.logStatistics();
      int now = log.map(s -> s.segments().ready()).orElse(0);
      if (now > 0 && now == ready) {
        return;
      }
      ready = now;
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
    }
  }

  @Override
  public Producer producer() {
    return new CommandProducer();
  }

  @Override
  public long synced() {
    return answers.answeredAcquire() - before - 1;
  }

  @Override
  public void close() throws IOException {
    exchange.awaitAnswered();
    boolean conserved = exchange.balances().areConserved();
    exchange.close();
    if (answers.refused != 0 || !conserved) {
      throw new IOException(answers.refused + " refused; money conserved: " + conserved);
    }
  }

  private final class CommandProducer implements Producer {

    private final KernelFlow flow = FlowHolder.FLOW;
    private long next;

    @Override
    public long append(byte[] record) {
      Command c = publisher.claim();
      flow.fill((int) (next % flow.size()), c);
      publisher.publish(c);
      return next++;
    }

    @Override
    public void awaitSynced(long ticket) throws IOException {
      int spins = 0;
      while (synced() < ticket) {
        if (exchange.failure().isPresent()) {
          throw new IOException(exchange.failure().get());
        }
        spins = Waits.relax(spins);
      }
    }
  }

  /** Counts what is answered, on the results' thread. */
  private static final class Answers implements ResultHandler {

    private long answered;
    private long refused;

    @Override
    public void onResult(Command c) {
      if (c.result != ResultCode.OK_CODE && c.type != CommandType.NOP) {
        refused++;
      }
      ANSWERED.setRelease(this, answered + 1);
    }

    long answeredAcquire() {
      return (long) ANSWERED.getAcquire(this);
    }
  }

  /** Numbers the commands behind those that prepare the exchange, each of which it checks. */
  static final class CommandReader implements Reader {

    private final Path directory;

    CommandReader(LogSettings settings) {
      directory = settings.directory();
    }

    @Override
    public void readAll(LongConsumer numbers) throws IOException {
      long commands = 0;
      try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, 0)) {
        while (reader.next()) {
          if (reader.type() == COMMAND_RECORD) {
            if (commands >= PREPARING) {
              numbers.accept(commands - PREPARING);
            }
            commands++;
          }
        }
      }
    }
  }
}
