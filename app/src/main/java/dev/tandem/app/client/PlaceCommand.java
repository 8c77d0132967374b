package dev.tandem.app.client;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.client.wire.OrderType;
import dev.tandem.client.wire.PostOnly;
import dev.tandem.client.wire.SelfTrade;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tandem client place}. */
@Command(
    name = "place",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = "Places an order.")
final class PlaceCommand implements Callable<Integer> {

  @Mixin private OrderOptions order;

  @Parameters(index = "3", paramLabel = "SIDE", description = "${COMPLETION-CANDIDATES}.")
  private Side side;

  @Parameters(
      index = "4",
      paramLabel = "PRICE",
      description = "The limit; 0 for none, where the type may lack it.")
  private String price;

  @Parameters(
      index = "5",
      paramLabel = "QUANTITY",
      description = "How much of it; 0 with a budget.")
  private String quantity;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      defaultValue = "LIMIT",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private OrderType type;

  @Option(
      names = "--time-in-force",
      paramLabel = "TIF",
      description = "${COMPLETION-CANDIDATES}. Default: GTC, of a MARKET order IOC.")
  private TimeInForce timeInForce;

  @Option(
      names = "--trigger",
      paramLabel = "PRICE",
      defaultValue = "0",
      description = "The price at which a stop or take profit wakes.")
  private String trigger;

  @Option(
      names = "--trailing",
      paramLabel = "OFFSET",
      defaultValue = "0",
      description = "How far behind the best price a trailing stop wakes.")
  private String trailing;

  @Option(
      names = "--trailing-ppm",
      paramLabel = "PPM",
      description = "The same in parts in a million of the best price.")
  private long trailingPpm;

  @Option(
      names = "--post-only",
      paramLabel = "MODE",
      defaultValue = "NO",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private PostOnly postOnly;

  @Option(
      names = "--display-quantity",
      paramLabel = "QUANTITY",
      defaultValue = "0",
      description = "So much of it is shown at most while it rests.")
  private String displayQuantity;

  @Option(
      names = "--min-quantity",
      paramLabel = "QUANTITY",
      defaultValue = "0",
      description = "Cancelled whole if not so much of it is filled at once.")
  private String minQuantity;

  @Option(
      names = "--self-trade",
      paramLabel = "MODE",
      defaultValue = "NONE",
      description =
          "What becomes of it where it would trade with its own user: ${COMPLETION-CANDIDATES}."
              + " Default: ${DEFAULT-VALUE}.")
  private SelfTrade selfTrade;

  @Option(
      names = "--budget",
      paramLabel = "AMOUNT",
      description = "Money that a market buy spends, in place of a quantity.")
  private String budget;

  @Option(
      names = "--linked-order",
      paramLabel = "ORDER",
      description = "The order of which it is the other leg: one cancels the other.")
  private long linkedOrder;

  @Option(
      names = "--expire-time",
      paramLabel = "NS",
      description = "When a GTD order expires, in nanoseconds since 1970.")
  private long expireTime;

  @Override
  public Integer call() throws IOException {
    TimeInForce usual = type == OrderType.MARKET ? TimeInForce.IOC : TimeInForce.GTC;
    TimeInForce time = timeInForce == null ? usual : timeInForce;
    SymbolOption in = order.symbol();
    int symbol = in.number();
    long ticks = in.price("PRICE", price);
    long lots = in.quantity("QUANTITY", quantity);
    long triggerTicks = in.price("--trigger", trigger);
    long trailingTicks = in.price("--trailing", trailing);
    long shownLots = in.quantity("--display-quantity", displayQuantity);
    long leastLots = in.quantity("--min-quantity", minQuantity);
    long units = budget == null ? 0 : in.amount("--budget", budget);
    return order.send(
        client ->
            client.place(
                message ->
                    message
                        .user(order.user())
                        .symbol(symbol)
                        .order(order.order())
                        .side(side.code())
                        .price(ticks)
                        .quantity(lots)
                        .orderType(type.code())
                        .timeInForce(time.code())
                        .triggerPrice(triggerTicks)
                        .trailingOffset(trailingPpm == 0 ? trailingTicks : trailingPpm)
                        .offsetUnit(trailingPpm == 0 ? 0 : 1)
                        .postOnly(postOnly.code())
                        .displayQuantity(shownLots)
                        .minQuantity(leastLots)
                        .selfTrade(selfTrade.code())
                        .budget(units)
                        .linkedOrder(linkedOrder)
                        .expireTime(expireTime)));
  }
}
