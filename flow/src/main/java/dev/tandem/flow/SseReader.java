package dev.tandem.flow;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Side;

/**
 * Reads a normalised tick-by-tick day of the Shanghai exchange: one symbol, prices in 1/1000 CNY
 * with a tick of 10, quantities in shares.
 *
 * <p>One tick × one lot is 0.01 CNY, the quote currency's smallest unit, so settlement is exact. A
 * START_AUCTION is added where a phase O or C begins.
 */
final class SseReader {

  /** The first line of such a file. */
  static final String HEADER = "cmdNo,bizIndex,timeMs,phase,cmd,orderId,side,priceMilli,qty,tif";

  /** Price units of the file in one tick. */
  static final long TICK = 10;

  private static final int FIELDS = 10;
  private static final long DAY_MS = 86_400_000;
  private static final long NS_PER_MS = 1_000_000;

  private final LineScanner lines;
  private final Flow flow;
  private final FlowCommand next = new FlowCommand();
  private boolean auction;
  private char phase;
  private long lastNumber = -1;
  private long lastTime;

  private SseReader(LineScanner lines, Flow flow) {
    this.lines = lines;
    this.flow = flow;
  }

  static Flow read(InputFile file) {
    Flow flow = new Flow(FlowFormat.SSE);
    flow.addSymbol(FlowSymbol.of(0, FlowFiles.symbolName(file.path()), file.path(), TICK, 0, 0));
    LineScanner lines = new LineScanner(file);
    if (!lines.next() || !lines.line().equals(HEADER)) {
      throw new BadInputException(file.path() + ":1: expected the header " + HEADER);
    }
    SseReader reader = new SseReader(lines, flow);
    while (lines.next()) {
      reader.readLine();
    }
    return flow;
  }

  private void readLine() {
    lines.expectFields(FIELDS, HEADER);
    long number = lines.number(0, "cmdNo", 0, Long.MAX_VALUE);
    if (number <= lastNumber) {
      throw lines.bad(0, "cmdNo", "more than the one before, " + lastNumber);
    }
    lastNumber = number;
    lines.number(1, "bizIndex", 0, Long.MAX_VALUE);
    long time = lines.number(2, "timeMs", 1, DAY_MS);
    if (time < lastTime) {
      throw lines.bad(2, "timeMs", "not less than the one before, " + lastTime);
    }
    lastTime = time;
    long timeNs = time * NS_PER_MS;
    enterPhase(number, timeNs);
    if (lines.is(4, "PLACE")) {
      place(number, timeNs);
    } else if (lines.is(4, "CANCEL")) {
      cancel(number, timeNs);
    } else if (lines.is(4, "UNCROSS")) {
      uncross(number, timeNs);
    } else {
      throw lines.bad(4, "cmd", "PLACE, CANCEL or UNCROSS");
    }
  }

  private void enterPhase(long number, long timeNs) {
    char now = lines.is(3, "O") ? 'O' : lines.is(3, "M") ? 'M' : lines.is(3, "C") ? 'C' : 0;
    if (now == 0) {
      throw lines.bad(3, "phase", "O (opening call), M (continuous) or C (closing call)");
    }
    if (now == phase) {
      return;
    }
    if (now == 'M' && auction) {
      throw lines.bad(3, "phase", "an UNCROSS before continuous trading begins");
    }
    if (now != 'M' && !auction) {
      next.clear();
      next.timeNs = timeNs;
      next.type = CommandType.START_AUCTION;
      next.number = number;
      flow.add(next);
      auction = true;
    }
    phase = now;
  }

  private void place(long number, long timeNs) {
    long orderId = orderId();
    byte side = side();
    add(
        number,
        timeNs,
        CommandType.PLACE,
        orderId,
        side,
        lines.terms(9, "tif"),
        price(),
        quantity());
  }

  private void cancel(long number, long timeNs) {
    // Not used: the order is known by its id. A malformed file is not to be trusted all the same.
    lines.number(7, "priceMilli", 0, Long.MAX_VALUE);
    expectEmpty(9, "tif", "CANCEL");
    add(number, timeNs, CommandType.CANCEL, orderId(), side(), (byte) 0, 0, quantity());
  }

  private void uncross(long number, long timeNs) {
    if (!auction) {
      throw lines.bad(4, "cmd", "an UNCROSS only in phase O or C, once");
    }
    auction = false;
    lines.number(5, "orderId", 0, 0);
    expectEmpty(6, "side", "UNCROSS");
    expectEmpty(9, "tif", "UNCROSS");
    long quantity = lines.number(8, "qty", 0, Long.MAX_VALUE);
    // Where nothing trades a price is not needed, but one that is given is checked.
    boolean none = quantity == 0 && lines.number(7, "priceMilli", 0, Long.MAX_VALUE) == 0;
    long price = none ? 0 : price();
    add(number, timeNs, CommandType.UNCROSS, 0, Side.BUY_CODE, (byte) 0, price, quantity);
  }

  private void expectEmpty(int field, String name, String command) {
    if (!lines.isEmpty(field)) {
      throw lines.bad(field, name, "nothing for " + command);
    }
  }

  private long orderId() {
    return lines.number(5, "orderId", 1, Long.MAX_VALUE);
  }

  private byte side() {
    if (lines.is(6, "B")) {
      return Side.BUY_CODE;
    }
    if (lines.is(6, "S")) {
      return Side.SELL_CODE;
    }
    throw lines.bad(6, "side", "B or S");
  }

  private long price() {
    long price = lines.number(7, "priceMilli", 1, Long.MAX_VALUE);
    if (price % TICK != 0) {
      throw lines.bad(7, "priceMilli", "a multiple of the tick, " + TICK);
    }
    return price / TICK;
  }

  private long quantity() {
    return lines.number(8, "qty", 1, Long.MAX_VALUE);
  }

  private void add(
      long number,
      long timeNs,
      byte type,
      long orderId,
      byte side,
      byte terms,
      long price,
      long quantity) {
    next.timeNs = timeNs;
    next.type = type;
    next.userId = type == CommandType.UNCROSS ? 0 : Flow.userOf(orderId);
    next.orderId = orderId;
    next.side = side;
    next.terms = terms;
    next.price = price;
    next.quantity = quantity;
    next.number = number;
    next.line = lines.lineNumber();
    flow.add(next);
  }
}
