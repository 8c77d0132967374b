package dev.tandem.jmh.exchange;

import dev.tandem.jmh.harness.RequestLoop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The process of exchange-core, compiled for the Java that it was made for. It is sent the flows
 * that Tandem is sent, from files in {@link #FLOWS} beside its own folder.
 */
public final class ExchangeCoreProcess {

  /** The folder of the flows, beside that of the process. */
  static final String FLOWS = "flows";

  private ExchangeCoreProcess() {}

  /** Whether threads are kept on CPUs, as its configurations have it, by an entrant's name. */
  static boolean isPinned(String entrant) {
    return !entrant.endsWith("unpinned");
  }

  /** Whether it keeps its journal, by an entrant's name. */
  static boolean isLogged(String entrant) {
    return entrant.contains("journal");
  }

  /** The file of a flow. */
  static Path file(Path flows, String name, long seed) {
    return flows.resolve(name + "-" + seed + ".rows");
  }

  /** Its arguments are the entrant, whose name says how it is set, and its folder. */
  public static void main(String[] args) throws IOException {
    boolean pinned = isPinned(args[0]);
    Path folder = Path.of(args[1]);
    Path journals = isLogged(args[0]) ? folder : null;
    Map<Path, KernelSession.Flow<FlowRows>> known = new HashMap<>();
    KernelSession<FlowRows> session =
        new KernelSession<>(
            paced -> new ExchangeCoreKernel(paced, pinned, journals),
            (name, seed) -> flow(known, file(folder.resolveSibling(FLOWS), name, seed)));
    RequestLoop.run(session::answer, e -> new KernelSession.Failure(e.toString()));
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
