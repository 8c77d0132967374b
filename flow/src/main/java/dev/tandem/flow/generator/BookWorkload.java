package dev.tandem.flow.generator;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowFiles;
import java.nio.file.Path;

/**
 * The messages of a public matching-engine benchmark, decoded: new, cancel and modify for one
 * symbol, with stale and duplicate ones among them.
 */
public final class BookWorkload {

  /** The published SHA-256 of the report text of the file that {@link #load} reads. */
  public static final String REPORT_SHA256 =
      "e9b2e3926854410b01a035aeb25dd05f1e597c233be8263de9eb49b6713d367e";

  private BookWorkload() {}

  /** The file's place: {@code tandem.data}, or {@code ../shared/data} if that is not set. */
  public static Path file() {
    return Path.of(
        System.getProperty("tandem.data", "../shared/data"),
        "book-workload",
        "normal_seed23.bin.zst");
  }

  /**
   * Reads the messages. The number of a message is its sequence.
   *
   * @throws dev.tandem.flow.BadInputException if the file cannot be read or is not of the format
   */
  public static BookStream load(Path file) {
    Flow flow = FlowFiles.read(file, null);
    BookStream stream = new BookStream();
    for (int i = 0; i < flow.size(); i++) {
      int kind =
          switch (flow.type(i)) {
            case CommandType.PLACE -> BookStream.PLACE;
            case CommandType.CANCEL -> BookStream.CANCEL;
            default -> BookStream.MOVE;
          };
      kind |= flow.side(i) == Side.BUY_CODE ? 0 : BookStream.SELL;
      kind |= flow.terms(i) == TimeInForce.IOC_CODE ? BookStream.IMMEDIATE : 0;
      long quantity = flow.type(i) == CommandType.CANCEL ? 0 : flow.quantity(i);
      stream.addNumbered(kind, flow.orderId(i), flow.price(i), quantity, flow.number(i));
    }
    return stream;
  }
}
