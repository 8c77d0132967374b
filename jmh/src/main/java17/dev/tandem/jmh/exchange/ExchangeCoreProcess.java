package dev.tandem.jmh.exchange;

import dev.tandem.jmh.harness.RequestLoop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The process of exchange-core, compiled for the Java that it was made for. It is sent the flows
 * that Tandem is sent, from files in {@link #FLOWS} beside its own folder. A request behind the
 * word {@link #STAGES} is answered by what its threads were seen at, see {@link StageSampler}.
 */
public final class ExchangeCoreProcess {

  /** The folder of the flows, beside that of the process. */
  static final String FLOWS = "flows";

  /** Begins a request for shares of time. */
  static final String STAGES = "stages";

  private ExchangeCoreProcess() {}

  /**
   * How an entrant is set up, by its name.
   *
   * @param blocking whether a waiting thread blocks; otherwise it yields
   * @param yieldsBetween whether the producer of an open loop yields until a command is due
   * @param pinned whether threads are kept on CPUs, as its configurations have it
   */
  record Setting(boolean blocking, boolean yieldsBetween, boolean pinned) {

    /** That of a name in small letters. */
    static Setting of(String entrant) {
      return new Setting(
          entrant.contains("blocking"),
          entrant.endsWith("yielding_producer"),
          !entrant.endsWith("unpinned"));
    }
  }

  /** The file of a flow. */
  static Path file(Path flows, String name, long seed) {
    return flows.resolve(name + "-" + seed + ".rows");
  }

  /**
   * Its arguments are the entrant, whose name says how it and its producer wait, and its folder.
   */
  public static void main(String[] args) throws IOException {
    Setting setting = Setting.of(args[0]);
    Path folder = Path.of(args[1]);
    Map<Path, KernelSession.Flow<FlowRows>> known = new HashMap<>();
    KernelSession<FlowRows> session =
        new KernelSession<>(
            paced -> start(paced, setting),
            (name, seed) -> flow(known, file(folder.resolveSibling(FLOWS), name, seed)),
            folder);
    RequestLoop.run(
        request -> answer(session, request), e -> new KernelSession.Failure(e.toString()));
  }

  private static Object answer(KernelSession<FlowRows> session, String[] request)
      throws IOException {
    return request[0].equals(STAGES)
        ? session.answer(Arrays.copyOfRange(request, 1, request.length), StageSampler::during)
        : session.answer(request);
  }

  private static ExchangeCoreKernel start(boolean paced, Setting setting) {
    ExchangeCoreKernel kernel = new ExchangeCoreKernel(paced, setting.blocking(), setting.pinned());
    if (setting.yieldsBetween()) {
      kernel.yieldBetween();
    }
    return kernel;
  }

  private static KernelSession.Flow<FlowRows> flow(
      Map<Path, KernelSession.Flow<FlowRows>> known, Path file) throws IOException {
    KernelSession.Flow<FlowRows> flow = known.get(file);
    if (flow == null) {
      FlowRows rows = FlowRows.read(file);
      flow =
          new KernelSession.Flow<>(
              rows,
              rows.size(),
              rows.trades(),
              rows.refusals(),
              rows.tradeHash(),
              rows.population());
      known.put(file, flow);
    }
    return flow;
  }
}
