package dev.tandem.flow;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes a flow in Tandem's own csv format, version 1: what {@link CsvReader} reads. */
public final class CsvWriter {

  /** The commands that the format knows, the frequent ones first. */
  static final byte[] COMMANDS = {
    CommandType.MOVE,
    CommandType.PLACE,
    CommandType.CANCEL,
    CommandType.REDUCE,
    CommandType.AMEND,
    CommandType.START_AUCTION,
    CommandType.UNCROSS,
    CommandType.SET_STATE,
    CommandType.END_SESSION,
    CommandType.MASS_CANCEL,
    CommandType.TICK,
    CommandType.TRANSFER,
    CommandType.SET_SELF_TRADE_GROUP
  };

  /** In the column of the type: which currency of the symbol a TRANSFER is of. */
  static final String BASE = "BASE";

  static final String QUOTE = "QUOTE";

  /** Between that currency and the transaction id. */
  static final String TRANSACTION = " transaction=";

  /** Between the time in force and the mode of an order that must not take. */
  static final String POST_ONLY = " postOnly=";

  /** Between the time in force and the lots of a minimum quantity. */
  static final String MIN_QUANTITY = " minQuantity=";

  /** Between the terms and the lots that an order shows at most. */
  static final String DISPLAY_QUANTITY = " displayQuantity=";

  /** Between the terms and the trigger price. */
  static final String TRIGGER = " trigger=";

  /** Between the terms and the trailing offset. */
  static final String TRAILING = " trailing=";

  /** Behind a trailing offset that is in ppm. */
  static final String PPM = "ppm";

  /** Between the terms and the budget. */
  static final String BUDGET = " budget=";

  /** Between the terms and the order of which it is the other leg. */
  static final String LINKED_ORDER = " linkedOrder=";

  /** Between the terms and the mode of self-trades. */
  static final String SELF_TRADE = " selfTrade=";

  /** Between GTD and the time at which the order expires. */
  static final String EXPIRE_TIME = " expireTime=";

  private static final int FLUSH_AT = 1 << 15;

  private CsvWriter() {}

  /**
   * Writes a whole flow.
   *
   * @param compress whether to compress with zstd
   */
  public static void write(Flow flow, OutputStream out, boolean compress) throws IOException {
    try (OutputStream target =
        compress ? new ZstdOutputStreamNoFinalizer(out) : new BufferedOutputStream(out, FLUSH_AT)) {
      StringBuilder text = new StringBuilder(FLUSH_AT * 2);
      text.append(CsvReader.VERSION_LINE).append('\n').append(CsvReader.HEADER).append('\n');
      for (int i = 0; i < flow.size(); i++) {
        appendLine(flow, i, text);
        if (text.length() >= FLUSH_AT) {
          flush(text, target);
        }
      }
      flush(text, target);
    }
  }

  private static void flush(StringBuilder text, OutputStream out) throws IOException {
    out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
    text.setLength(0);
  }

  /** Whether a line of such a command has nothing to say of a quantity. */
  static boolean hasNoQuantity(byte type) {
    return CommandType.setsState(type) || CommandType.worksInParts(type);
  }

  private static void appendTransfer(Flow flow, int i, StringBuilder text) {
    SymbolSpec spec = flow.symbols().get(flow.symbol(i)).spec();
    boolean quote = flow.currency(i) == spec.quoteCurrency();
    if (!quote && flow.currency(i) != spec.baseCurrency()) {
      throw new IllegalArgumentException(
          "a transfer of currency " + flow.currency(i) + ", which is none of its symbol's");
    }
    text.append(flow.userId(i)).append(',').append(flow.payeeId(i)).append(",,");
    text.append(quote ? QUOTE : BASE).append(TRANSACTION).append(flow.transactionId(i));
    text.append(",,").append(flow.amount(i)).append('\n');
  }

  private static void appendLine(Flow flow, int i, StringBuilder text) {
    byte type = flow.type(i);
    text.append(flow.timeNs(i)).append(',');
    text.append(flow.symbols().get(flow.symbol(i)).name()).append(',');
    text.append(CommandType.nameOf(type)).append(',');
    if (type == CommandType.TRANSFER) {
      appendTransfer(flow, i, text);
      return;
    }
    if (type == CommandType.SET_SELF_TRADE_GROUP) {
      text.append(flow.userId(i)).append(',').append(flow.orderId(i)).append(",,,,\n");
      return;
    }
    if (!CommandType.isAdministrative(type)) {
      text.append(flow.userId(i)).append(',').append(flow.orderId(i)).append(',');
    } else {
      // 0 stands for all users.
      text.append(flow.userId(i) != 0 && type == CommandType.MASS_CANCEL ? flow.userId(i) : "");
      text.append(",,");
    }
    boolean sided = type == CommandType.MASS_CANCEL && flow.side(i) != Side.BOTH_CODE;
    if (sided || type == CommandType.PLACE) {
      text.append(flow.side(i) == Side.BUY_CODE ? 'B' : 'S');
    }
    if (type == CommandType.PLACE) {
      text.append(',');
      text.append(OrderTerms.nameOf(flow.terms(i)));
      if (flow.expireTime(i) != 0) {
        text.append(EXPIRE_TIME).append(flow.expireTime(i));
      }
      if (flow.postOnly(i) != 0) {
        text.append(POST_ONLY).append(PostOnly.of(flow.postOnly(i)));
      }
      if (flow.minQuantity(i) != 0) {
        text.append(MIN_QUANTITY).append(flow.minQuantity(i));
      }
      if (flow.displayQuantity(i) != 0) {
        text.append(DISPLAY_QUANTITY).append(flow.displayQuantity(i));
      }
      if (flow.triggerPrice(i) != 0) {
        text.append(TRIGGER).append(flow.triggerPrice(i));
      }
      if (flow.trailing(i) != 0) {
        text.append(TRAILING).append(flow.trailing(i)).append(flow.trailsInPpm(i) ? PPM : "");
      }
      if (flow.budget(i) != 0) {
        text.append(BUDGET).append(flow.budget(i));
      }
      if (flow.linkedOrder(i) != 0) {
        text.append(LINKED_ORDER).append(flow.linkedOrder(i));
      }
      if (flow.selfTrade(i) != 0) {
        text.append(SELF_TRADE).append(SelfTrade.of(flow.selfTrade(i)));
      }
      text.append(',');
    } else if (type == CommandType.AMEND && flow.triggerPrice(i) != 0) {
      text.append(',').append(TRIGGER.strip()).append(flow.triggerPrice(i)).append(',');
    } else if (type == CommandType.SET_STATE) {
      text.append(',').append(SymbolState.of(flow.terms(i)).name()).append(',');
    } else {
      text.append(",,");
    }
    long price = flow.price(i);
    boolean priced = type == CommandType.PLACE || CommandType.mayMove(type);
    if (priced || (type == CommandType.UNCROSS && price != Flow.UNCHECKED)) {
      text.append(price);
    }
    text.append(',');
    long quantity = flow.quantity(i);
    boolean ofCheck = type == CommandType.CANCEL || type == CommandType.UNCROSS;
    // Of all others the same number is a quantity, which the kernel refuses.
    boolean unsaid = ofCheck && quantity == Flow.UNCHECKED;
    if (!hasNoQuantity(type) && !unsaid) {
      text.append(quantity);
    }
    text.append('\n');
  }
}
