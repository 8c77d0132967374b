package dev.tandem.it.crash;

import dev.tandem.wal.ConfirmListener;
import dev.tandem.wal.Confirmation;
import dev.tandem.wal.Confirmations;
import dev.tandem.wal.Durability;
import dev.tandem.wal.LogFiles;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalException;
import dev.tandem.wal.WalReader;
import dev.tandem.wal.chronicle.ChronicleFiles;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The log of the project. */
final class TandemLog implements LogUnderTest {

  private static final byte TYPE = 7;
  // More than one batch in a segment and more than one buffer in use, also with small loads.
  private static final int BUFFER_BYTES = 1 << 16;

  private final Wal wal;
  private final Confirmations confirmations;
  private final boolean lies;

  TandemLog(VictimOrder order) throws WalException {
    lies = order.kind() == Kind.TANDEM_UNSYNCED;
    wal = Wal.open(order.directory(), config(order));
    confirmations = wal.confirmations();
  }

  private static WalConfig config(VictimOrder order) {
    return WalConfig.builder()
        .segmentBytes(order.segmentBytes())
        .bufferBytes(BUFFER_BYTES)
        .durability(order.kind() == Kind.TANDEM ? Durability.SYNCED : Durability.WRITTEN)
        .files(order.kind() == Kind.CHRONICLE_WRITTEN ? new ChronicleFiles() : LogFiles.SYSTEM)
        .build();
  }

  static long read(Path directory, Visitor visitor) throws IOException {
    if (!Files.exists(directory)) {
      return 0;
    }
    long next = 0;
    try (WalReader reader = WalReader.open(directory, ReadMode.READ_ONLY, 0)) {
      while (reader.next()) {
        if (reader.type() != TYPE) {
          throw new AssertionError("type " + reader.type() + " at " + reader.sequence());
        }
        visitor.record(reader.sequence(), reader.body().toArray(ValueLayout.JAVA_BYTE));
        next = reader.sequence() + 1;
      }
    }
    return next;
  }

  @Override
  public long append(byte[] record, boolean critical) {
    boolean urgent = critical && !lies;
    MemorySegment body = MemorySegment.ofArray(record);
    // A log that only writes has the caller write every second record.
    if (wal.config().durability() == Durability.SYNCED || (record[record.length - 1] & 1) == 0) {
      return wal.append(TYPE, body, 0, record.length, urgent);
    }
    long sequence = wal.appendDeferred(TYPE, body, 0, record.length, urgent);
    wal.writeAppended();
    return sequence;
  }

  @Override
  public void await(long sequence, int level, int way) throws Exception {
    Durability asked = level == SYNCED && !lies ? Durability.SYNCED : Durability.WRITTEN;
    // A look requests nothing, and a log that only writes syncs no more than it is asked to.
    boolean mayLook = asked == Durability.WRITTEN || wal.config().durability() == asked;
    switch (mayLook ? way : way % 3) {
      case 0 -> check(confirmations.await(sequence, asked, Deadline.LIMIT), sequence, asked);
      case 1 ->
          check(
              confirmations
                  .future(sequence, asked)
                  .get(Deadline.LIMIT.toSeconds(), TimeUnit.SECONDS),
              sequence,
              asked);
      case 2 ->
          check(
              listen(sequence, asked).get(Deadline.LIMIT.toSeconds(), TimeUnit.SECONDS),
              sequence,
              asked);
      default -> poll(sequence, asked);
    }
  }

  private static void check(Confirmation reported, long sequence, Durability level) {
    if (reported.sequence() != sequence || reported.level().compareTo(level) < 0) {
      throw new AssertionError("asked for " + sequence + " " + level + ", told " + reported);
    }
  }

  private CompletableFuture<Confirmation> listen(long sequence, Durability level) {
    CompletableFuture<Confirmation> reported = new CompletableFuture<>();
    confirmations.whenConfirmed(
        sequence,
        level,
        new ConfirmListener() {
          @Override
          public void confirmed(long confirmed, Durability reached) {
            reported.complete(new Confirmation(confirmed, reached));
          }

          @Override
          public void failed(long failed, Durability missed, Throwable cause) {
            reported.completeExceptionally(cause);
          }
        });
    return reported;
  }

  /** As a thread does that has other work: looks now and then, also at whether all is over. */
  private void poll(long sequence, Durability level) throws IOException {
    Deadline.await(
        "confirmation of " + sequence,
        () -> confirmations.isConfirmed(sequence, level) || wal.failure() != null);
    if (!confirmations.isConfirmed(sequence, level)) {
      throw new IOException("the log failed", wal.failure());
    }
  }

  @Override
  public long nextSequence() {
    return wal.nextSequence();
  }

  @Override
  public void retainFrom(long sequence) {
    wal.retainFrom(sequence);
  }

  @Override
  public void close() throws IOException {
    wal.close();
  }
}
