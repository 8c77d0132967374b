package dev.tandem.app.replay;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.Side;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowSymbol;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes what came of a replay: trades and final books. Prices are in the units of the input; with
 * several symbols the first column is the symbol.
 */
public final class ReplayOutputs {

  /** The first line of the trades. */
  public static final String TRADES_HEADER = "cmdNo,takerOrBuyId,makerOrSellId,price,qty";

  /** The first line of the books. */
  public static final String BOOK_HEADER = "side,price,orderId,qty";

  private static final int FLUSH_AT = 1 << 15;

  /** Where the orders of the final books come from. */
  @FunctionalInterface
  public interface Books {
    /** The orders of a symbol's side, in price-time order. */
    List<BookSnapshot.Order> orders(int symbol, Side side);
  }

  private ReplayOutputs() {}

  /** Writes every trade, in the order they happened; the log must have kept them. */
  public static void writeTrades(Flow flow, ReplayLog log, OutputStream out) throws IOException {
    boolean several = flow.symbols().size() > 1;
    TextWriter text = new TextWriter(out);
    text.line(several ? "symbol," + TRADES_HEADER : TRADES_HEADER);
    for (long t = 0; t < log.trades(); t++) {
      int command = log.command(t);
      FlowSymbol symbol = flow.symbols().get(flow.symbol(command));
      StringBuilder line = text.builder();
      if (several) {
        line.append(symbol.name()).append(',');
      }
      line.append(flow.number(command)).append(',');
      line.append(log.takerOrderId(t)).append(',').append(log.makerOrderId(t)).append(',');
      line.append(log.price(t) * symbol.priceUnit()).append(',').append(log.quantity(t));
      text.endLine();
    }
    text.flush();
  }

  /** Writes the final books, each side in price-time order, buys first. */
  public static void writeBooks(Flow flow, Books books, OutputStream out) throws IOException {
    boolean several = flow.symbols().size() > 1;
    TextWriter text = new TextWriter(out);
    text.line(several ? "symbol," + BOOK_HEADER : BOOK_HEADER);
    for (int s = 0; s < flow.symbols().size(); s++) {
      FlowSymbol symbol = flow.symbols().get(s);
      for (Side side : Side.values()) {
        for (BookSnapshot.Order order : books.orders(s, side)) {
          StringBuilder line = text.builder();
          if (several) {
            line.append(symbol.name()).append(',');
          }
          line.append(side == Side.BUY ? 'B' : 'S').append(',');
          line.append(order.price() * symbol.priceUnit()).append(',');
          line.append(order.orderId()).append(',').append(order.open());
          text.endLine();
        }
      }
    }
    text.flush();
  }

  private static final class TextWriter {

    private final OutputStream out;
    private final StringBuilder text = new StringBuilder(FLUSH_AT * 2);

    TextWriter(OutputStream out) {
      this.out = new BufferedOutputStream(out, FLUSH_AT);
    }

    StringBuilder builder() {
      return text;
    }

    void line(String line) throws IOException {
      text.append(line);
      endLine();
    }

    void endLine() throws IOException {
      text.append('\n');
      if (text.length() >= FLUSH_AT) {
        flush();
      }
    }

    void flush() throws IOException {
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
      out.flush();
      text.setLength(0);
    }
  }
}
