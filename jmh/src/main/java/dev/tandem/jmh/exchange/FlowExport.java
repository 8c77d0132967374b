package dev.tandem.jmh.exchange;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.KernelFlows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes flows for a process that cannot make them, because it runs on an older Java. */
final class FlowExport {

  private FlowExport() {}

  /** Writes the measured and the warming seed of each flow into a folder, which is made. */
  static void write(List<KernelFlows> flows, Path folder) throws IOException {
    Files.createDirectories(folder);
    for (KernelFlows flow : flows) {
      for (long seed : new long[] {KernelSession.SEED, KernelSession.WARM_UP_SEED}) {
        rows(flow.make(seed)).write(ExchangeCoreProcess.file(folder, flow.name(), seed));
      }
    }
  }

  /** A flow as rows. */
  static FlowRows rows(KernelFlow flow) {
    FlowRows rows =
        new FlowRows(
            flow.population().toString(),
            flow.size(),
            flow.population().trades(),
            flow.population().refusals(),
            FlowTrades.hash(flow));
    for (int i = 0; i < flow.size(); i++) {
      rows.set(
          i,
          kind(flow, i),
          flow.side(i) == Side.BUY_CODE,
          flow.order(i),
          flow.user(i),
          flow.price(i),
          flow.quantity(i));
    }
    return rows;
  }

  private static byte kind(KernelFlow flow, int i) {
    return switch (flow.type(i)) {
      case CommandType.PLACE ->
          flow.terms(i) == TimeInForce.IOC_CODE ? FlowRows.PLACE_IMMEDIATE : FlowRows.PLACE;
      case CommandType.MOVE -> FlowRows.MOVE;
      default -> FlowRows.CANCEL;
    };
  }
}
