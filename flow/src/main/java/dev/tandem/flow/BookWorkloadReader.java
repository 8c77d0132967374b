package dev.tandem.flow;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.TimeInForce;

/**
 * Reads the binary workload of the public matching-engine benchmark: a 16-byte header (magic,
 * version, count) and 40-byte little-endian records of new, cancel and modify messages.
 */
final class BookWorkloadReader {

  /** The first eight bytes of such a file, as a little-endian number. */
  static final long MAGIC = 0x4D4542575F303031L;

  static final int HEADER_BYTES = 16;

  private static final int VERSION = 1;
  private static final int RECORD_BYTES = 40;
  private static final int BATCH = 1024;

  private static final int TYPE = 0;
  private static final int SIDE = 1;
  private static final int IOC = 2;
  private static final int QUANTITY = 4;
  private static final int SEQUENCE = 8;
  private static final int ORDER = 16;
  private static final int PRICE = 24;

  private BookWorkloadReader() {}

  static Flow read(InputFile file) {
    byte[] header = new byte[HEADER_BYTES];
    if (file.read(header, 0, HEADER_BYTES) < HEADER_BYTES) {
      throw new BadInputException(file.path() + ": ends within its header of 16 bytes");
    }
    if (LittleEndian.int64(header, 0) != MAGIC) {
      throw BadInputException.of(
          file.path() + ": header",
          "magic",
          String.format("%016x", LittleEndian.int64(header, 0)),
          String.format("%016x", MAGIC));
    }
    int version = LittleEndian.int32(header, 8);
    if (version != VERSION) {
      throw BadInputException.of(
          file.path() + ": header", "version", Integer.toUnsignedString(version), "1");
    }
    long count = Integer.toUnsignedLong(LittleEndian.int32(header, 12));
    Flow flow = new Flow(FlowFormat.BOOK_WORKLOAD);
    flow.addSymbol(FlowSymbol.of(0, FlowFiles.symbolName(file.path()), file.path(), 1, 0, 0));
    byte[] batch = new byte[BATCH * RECORD_BYTES];
    for (long done = 0; done < count; ) {
      int wanted = (int) Math.min(BATCH, count - done);
      int read = file.read(batch, 0, wanted * RECORD_BYTES);
      if (read < wanted * RECORD_BYTES) {
        throw new BadInputException(
            file.path()
                + ": ends within record "
                + (done + read / RECORD_BYTES + 1)
                + ", expected "
                + count
                + " records of 40 bytes as its header says");
      }
      for (int i = 0; i < wanted; i++) {
        addRecord(file, flow, batch, i * RECORD_BYTES, done + i + 1);
      }
      done += wanted;
    }
    if (file.read(batch, 0, 1) != 0) {
      throw new BadInputException(
          file.path() + ": continues after the " + count + " records that its header promises");
    }
    return flow;
  }

  private static void addRecord(InputFile file, Flow flow, byte[] bytes, int at, long record) {
    String place = file.path() + ": record " + record;
    byte type =
        switch (bytes[at + TYPE]) {
          case 0 -> CommandType.PLACE;
          case 1 -> CommandType.CANCEL;
          case 2 -> CommandType.MOVE;
          default ->
              throw bad(place, "type", bytes[at + TYPE], "0 (new), 1 (cancel) or 2 (modify)");
        };
    byte side = bytes[at + SIDE];
    if (side != Side.BUY_CODE && side != Side.SELL_CODE) {
      throw bad(place, "side", side, "0 (buy) or 1 (sell)");
    }
    byte ioc = bytes[at + IOC];
    if (ioc != 0 && ioc != 1) {
      throw bad(place, "ioc", ioc, "0 or 1");
    }
    long sequence = LittleEndian.int64(bytes, at + SEQUENCE);
    long orderId = LittleEndian.int64(bytes, at + ORDER);
    FlowCommand next = new FlowCommand();
    next.timeNs = record;
    next.type = type;
    next.userId = Flow.userOf(orderId);
    next.orderId = orderId;
    next.side = side;
    next.terms = ioc == 1 ? TimeInForce.IOC_CODE : TimeInForce.GTC_CODE;
    next.price = LittleEndian.int64(bytes, at + PRICE);
    next.quantity =
        type == CommandType.CANCEL
            ? Flow.UNCHECKED
            : Integer.toUnsignedLong(LittleEndian.int32(bytes, at + QUANTITY));
    next.number = sequence;
    next.line = record;
    flow.add(next);
  }

  private static BadInputException bad(String place, String what, byte value, String expected) {
    return BadInputException.of(place, what, Integer.toString(value & 0xff), expected);
  }
}
