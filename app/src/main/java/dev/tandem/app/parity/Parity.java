package dev.tandem.app.parity;

import dev.tandem.app.replay.Replay;
import dev.tandem.app.replay.ReplayOptions;
import dev.tandem.app.replay.ReplayResult;
import dev.tandem.app.replay.Rounds;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.topology.Topology;
import dev.tandem.flow.Flow;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Runs one flow through every kernel there is, and compares what came of it. */
public final class Parity {

  private static final int BATCH = 1 << 10;
  private static final int EXPECTED_ORDERS = 1 << 16;

  /**
   * What came of a flow in one kernel.
   *
   * @param nanos from the first command to the last answer, without set-up in Java and with it in
   *     C++: an impression, and no measurement
   */
  public record Side(String kernel, long eventHash, long stateHash, long nanos) {}

  /**
   * What came of a flow.
   *
   * @param commands in the flow, without those that set it up
   * @param trades in Java
   * @param refusals in Java: answers that are not OK
   * @param difference the first command on which Java and C++ differ, and both sides of it; null if
   *     there is none
   */
  public record Outcome(
      String input, int commands, long trades, long refusals, List<Side> sides, String difference) {

    /** Whether all hashes are equal. */
    public boolean isEqual() {
      Side first = sides.get(0);
      return sides.stream()
          .allMatch(
              side ->
                  side.eventHash() == first.eventHash() && side.stateHash() == first.stateHash());
    }
  }

  private Parity() {}

  /**
   * Runs a flow in Java and in C++, fused and pipelined; without risk C++ is fused alone.
   *
   * @param input what to call it
   * @param progress makes, by the name of a kernel, who is told how far its run is
   * @throws TwinException if there is no exchange in C++ for this platform
   */
  public static Outcome run(
      String input, Flow flow, boolean risk, Function<String, ? extends Rounds.Told> progress) {
    List<Side> sides = new ArrayList<>();
    CommandStream stream = new CommandStream(flow, risk);
    ReplayResult fused = java("Java fused", Topology.fused(), stream, progress, sides);
    java("Java pipelined", Topology.pipelined(1, 1), stream, progress, sides);
    sides.add(cpp("C++ fused", stream, false, progress));
    if (risk) {
      sides.add(cpp("C++ pipelined", stream, true, progress));
    }
    boolean twinDiffers =
        sides.get(0).eventHash() != sides.get(2).eventHash()
            || sides.get(0).stateHash() != sides.get(2).stateHash();
    long answers = fused.results().stream().mapToLong(Long::longValue).sum();
    return new Outcome(
        input,
        fused.commands(),
        fused.trades(),
        answers - fused.results().get(ResultCode.OK.code()),
        sides,
        twinDiffers ? new FirstDifference(stream).find() : null);
  }

  private static ReplayResult java(
      String name,
      Topology topology,
      CommandStream stream,
      Function<String, ? extends Rounds.Told> progress,
      List<Side> sides) {
    try (Rounds.Told told = progress.apply(name)) {
      ReplayOptions options = ReplayOptions.of(topology, stream.risk());
      ReplayResult result = Replay.run(stream.flow(), options, told);
      sides.add(new Side(name, result.eventHash(), result.stateHash(), result.nanos()));
      return result;
    }
  }

  private static Side cpp(
      String name,
      CommandStream stream,
      boolean pipelined,
      Function<String, ? extends Rounds.Told> progress) {
    try (TwinExchange twin = twinFor(stream, false, pipelined);
        Rounds.Told told = progress.apply(name);
        Arena arena = Arena.ofConfined()) {
      long longest = (long) BATCH * CommandCodec.MAX_BYTES;
      MemorySegment batch = arena.allocate(longest, Long.BYTES);
      long nanos = 0;
      for (long next = 0; next < stream.size(); ) {
        long bytes = 0;
        long end = Math.min(stream.size(), next + BATCH);
        for (; next < end; next++) {
          bytes += stream.encode(next, batch.asSlice(bytes));
        }
        long start = System.nanoTime();
        twin.submit(batch, bytes);
        nanos += System.nanoTime() - start;
        told.submitted((int) Math.max(0, next - stream.setUp()), stream.flow().size());
      }
      return new Side(name, twin.eventHash(), twin.stateHash(), nanos);
    }
  }

  /** An exchange in C++ for the commands of a stream. */
  static TwinExchange twinFor(CommandStream stream, boolean keepsRecords, boolean pipelined) {
    TwinOptions options =
        TwinOptions.of(stream.risk(), Math.max(1, stream.users()), EXPECTED_ORDERS)
            .pipelined(pipelined);
    return new TwinExchange(keepsRecords ? options.keepingRecords() : options);
  }
}
