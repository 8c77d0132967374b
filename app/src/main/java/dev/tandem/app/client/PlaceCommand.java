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
      description = "The limit, in ticks; 0 for none, where the type may lack it.")
  private long price;

  @Parameters(index = "5", paramLabel = "LOTS", description = "How many lots; 0 with a budget.")
  private long quantity;

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
      description = "Where a stop or take profit wakes, in ticks.")
  private long trigger;

  @Option(
      names = "--post-only",
      paramLabel = "MODE",
      defaultValue = "NO",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private PostOnly postOnly;

  @Option(
      names = "--min-quantity",
      paramLabel = "LOTS",
      description = "Cancelled whole if it is not filled so many lots at once.")
  private long minQuantity;

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
      description = "Money that a market buy spends, in place of lots.")
  private long budget;

  @Option(
      names = "--expire-time",
      paramLabel = "NS",
      description = "When a GTD order expires, in nanoseconds since 1970.")
  private long expireTime;

  @Override
  public Integer call() throws IOException {
    TimeInForce usual = type == OrderType.MARKET ? TimeInForce.IOC : TimeInForce.GTC;
    TimeInForce time = timeInForce == null ? usual : timeInForce;
    return order.send(
        client ->
            client.place(
                message ->
                    message
                        .user(order.user())
                        .symbol(order.symbol())
                        .order(order.order())
                        .side(side.code())
                        .price(price)
                        .quantity(quantity)
                        .orderType(type.code())
                        .timeInForce(time.code())
                        .triggerPrice(trigger)
                        .postOnly(postOnly.code())
                        .minQuantity(minQuantity)
                        .selfTrade(selfTrade.code())
                        .budget(budget)
                        .expireTime(expireTime)));
  }
}
