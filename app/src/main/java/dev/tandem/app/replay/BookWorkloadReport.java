package dev.tandem.app.replay;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.ResultCode;
import dev.tandem.flow.Flow;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The report text of the public matching-engine benchmark, as its SHA-256: what came of every
 * message, sorted by (sequence, kind of report), lines joined by LF without one at the end.
 */
public final class BookWorkloadReport {

  /** The SHA-256 that the benchmark publishes for its workload {@code normal}, seed 23. */
  public static final String NORMAL_SEED23 =
      "e9b2e3926854410b01a035aeb25dd05f1e597c233be8263de9eb49b6713d367e";

  private static final int FLUSH_AT = 1 << 15;

  private final Flow flow;
  private final ReplayLog log;
  private final MessageDigest digest;
  private final StringBuilder text = new StringBuilder(FLUSH_AT * 2);
  private long lines;
  private long nextTrade;

  private BookWorkloadReport(Flow flow, ReplayLog log) {
    this.flow = flow;
    this.log = log;
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** SHA-256 of the report text, in hexadecimal; the log must have kept trades and answers. */
  public static String sha256(Flow flow, ReplayLog log) {
    BookWorkloadReport report = new BookWorkloadReport(flow, log);
    for (int i = 0; i < flow.size(); i++) {
      report.add(i);
    }
    report.flush();
    return HexFormat.of().formatHex(report.digest.digest());
  }

  private void add(int i) {
    boolean ok = log.result(i) == ResultCode.OK_CODE;
    switch (flow.type(i)) {
      case CommandType.PLACE -> {
        // A new order that is refused has no line in this report.
        if (ok) {
          order(i);
        }
      }
      case CommandType.CANCEL -> {
        if (ok) {
          cancelled(i, log.orderSide(i), log.orderPrice(i));
        } else {
          line('4', i).append(flow.orderId(i));
        }
      }
      case CommandType.MOVE -> {
        if (ok) {
          trades(i);
          line('3', i).append(log.orderSide(i)).append(',').append(flow.orderId(i)).append(',');
          text.append(flow.price(i)).append(',').append(flow.quantity(i));
        } else {
          line('5', i).append(flow.orderId(i));
        }
      }
      default -> throw new IllegalStateException("no such message: " + flow.type(i));
    }
    if (text.length() >= FLUSH_AT) {
      flush();
    }
  }

  private void order(int i) {
    line('0', i).append(flow.side(i)).append(',').append(flow.orderId(i)).append(',');
    text.append(flow.price(i)).append(',').append(flow.quantity(i));
    trades(i);
    if (OrderTerms.isImmediate(flow.terms(i)) && log.releasedQuantity(i) > 0) {
      cancelled(i, flow.side(i), flow.price(i));
    }
  }

  private void cancelled(int i, byte side, long price) {
    line('2', i).append(side).append(',').append(flow.orderId(i)).append(',').append(price);
  }

  private void trades(int i) {
    for (; nextTrade < log.trades() && log.command(nextTrade) == i; nextTrade++) {
      line('1', i).append(log.price(nextTrade)).append(',').append(log.quantity(nextTrade));
      text.append(',').append(log.makerOrderId(nextTrade)).append(',');
      text.append(log.takerOrderId(nextTrade));
    }
  }

  private StringBuilder line(char kind, int i) {
    if (lines++ != 0) {
      text.append('\n');
    }
    return text.append(kind).append(',').append(flow.number(i)).append(',');
  }

  private void flush() {
    digest.update(text.toString().getBytes(StandardCharsets.US_ASCII));
    text.setLength(0);
  }
}
