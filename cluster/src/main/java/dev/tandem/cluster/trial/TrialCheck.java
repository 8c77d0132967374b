package dev.tandem.cluster.trial;

import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongHashSet;

/** Reads what the nodes of a trial wrote down, and judges it. */
final class TrialCheck {

  private static final int LIFE_BITS = 40;
  private static final long INDEX = (1L << LIFE_BITS) - 1;

  private final Path directory;
  private final List<TrialReport.State> states;
  private final List<String> faults = new ArrayList<>();
  private final LongHashSet inLog = new LongHashSet();
  private long applied;
  private long twice;
  private long disordered;
  private long lost;
  private long acknowledged;
  private long silenceMs;

  TrialCheck(Path directory, List<TrialReport.State> states) {
    this.directory = directory;
    this.states = states;
  }

  TrialReport run() throws IOException {
    compareLogs();
    long[] hashes = readLog(directory.resolve("applied-0"));
    readAcks();
    return new TrialReport(
        applied,
        acknowledged,
        lost,
        twice,
        disordered,
        silenceMs,
        states,
        hashes[0],
        hashes[1],
        List.copyOf(faults));
  }

  private void compareLogs() throws IOException {
    Path first = directory.resolve("applied-0");
    for (TrialReport.State state : states) {
      long at = Files.mismatch(first, directory.resolve("applied-" + state.node()));
      if (at >= 0) {
        faults.add(
            "the logs of nodes 0 and %d differ from command %d on"
                .formatted(state.node(), at / TrialFile.APPLIED_BYTES));
      }
    }
  }

  /** Runs an embedded exchange over the log; returns its hashes. */
  private long[] readLog(Path log) throws IOException {
    Long2LongHashMap lastOfLife = new Long2LongHashMap(-1);
    byte[] bytes = new byte[CommandCodec.MAX_BYTES];
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ);
        Exchange exchange = Exchange.builder().daemon().start()) {
      CommandPublisher publisher = exchange.publisher();
      ByteBuffer row =
          ByteBuffer.allocateDirect(TrialFile.APPLIED_BYTES).order(ByteOrder.LITTLE_ENDIAN);
      while (read(channel, row)) {
        long number = row.getLong();
        long timeNs = row.getLong();
        int length = (int) row.getLong();
        row.get(bytes, 0, length);
        see(number, lastOfLife);
        applied++;
        Command slot = publisher.claim();
        CommandCodec.decode(MemorySegment.ofArray(bytes).asSlice(0, length), slot);
        slot.timestampNs = timeNs;
        publisher.publish(slot);
      }
      return new long[] {exchange.eventHash(), exchange.stateHash()};
    }
  }

  /** The commands of a life are numbered from 0 on, without a gap. */
  private void see(long number, Long2LongHashMap lastOfLife) {
    if (!inLog.add(number)) {
      twice++;
      return;
    }
    long life = number >>> LIFE_BITS;
    if ((number & INDEX) != lastOfLife.get(life) + 1) {
      disordered++;
    }
    lastOfLife.put(life, number & INDEX);
  }

  private static boolean read(FileChannel channel, ByteBuffer row) throws IOException {
    row.clear();
    while (row.hasRemaining()) {
      if (channel.read(row) < 0) {
        return false;
      }
    }
    row.flip();
    return true;
  }

  private void readAcks() throws IOException {
    LongHashSet seen = new LongHashSet();
    long[] times = new long[1 << 16];
    int size = 0;
    for (TrialReport.State state : states) {
      Path file = directory.resolve("acks-" + state.node());
      ByteBuffer acks = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
      while (acks.remaining() >= TrialFile.ACK_BYTES) {
        long number = acks.getLong();
        if (size == times.length) {
          times = Arrays.copyOf(times, size * 2);
        }
        times[size++] = acks.getLong();
        acknowledged++;
        if (!seen.add(number)) {
          twice++;
        }
        if (!inLog.contains(number)) {
          lost++;
        }
      }
    }
    Arrays.sort(times, 0, size);
    for (int i = 1; i < size; i++) {
      silenceMs = Math.max(silenceMs, times[i] - times[i - 1]);
    }
  }
}
