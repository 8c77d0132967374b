package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.client.Answer;
import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.OrderType;
import dev.tandem.client.wire.PlaceInstructed;
import dev.tandem.client.wire.PostOnly;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Orders of every type and with every instruction by the binary protocol. */
@Timeout(300)
class InstructedOrdersTest {

  @TempDir private Path directory;
  private Gateway gateway;
  private TandemClient client;
  private Client rest;
  private long orders;

  @BeforeEach
  void start() throws IOException {
    String key = KeyFile.open(directory.resolve("keys.json")).add("admin", Role.ADMIN, Set.of());
    gateway = Gateway.start(GatewaySettings.in(directory).port(0).segmentBytes(1 << 20).build());
    rest = new Client(gateway, key);
    rest.prepare();
    client = TandemClient.of("127.0.0.1", gateway.binaryAddress().getPort(), key).connect();
  }

  @AfterEach
  void stop() {
    client.close();
    gateway.close();
  }

  private Answer place(Side side, OrderType type, Consumer<PlaceInstructed> more) {
    long id = ++orders;
    return client
        .place(
            order -> {
              order.user(1).symbol(1).order(id).side(side.code()).orderType(type.code());
              more.accept(order.quantity(2));
            })
        .join();
  }

  private void refused(Code code, Consumer<PlaceInstructed> more) {
    assertThat(place(Side.BUY, OrderType.LIMIT, more.andThen(o -> o.price(30))).code())
        .isEqualTo(code);
  }

  private Answer sell(long price) {
    return client.place(2, 1, ++orders, Side.SELL, TimeInForce.GTC, price, 10).join();
  }

  @Test
  void everyTypeAndInstructionReachesTheKernel() {
    sell(30);
    int ioc = TimeInForce.IOC.code();
    assertThat(place(Side.BUY, OrderType.MARKET, o -> o.price(31).timeInForce(ioc)).filled())
        .isEqualTo(2);
    Answer paid = place(Side.BUY, OrderType.MARKET, o -> o.quantity(0).budget(95).timeInForce(ioc));
    assertThat(paid.filled()).isEqualTo(3);
    Answer rest = place(Side.BUY, OrderType.MARKET_TO_LIMIT, o -> o.price(31).quantity(7));
    assertThat(rest.filled()).isEqualTo(5);
    assertThat(rest.open()).isEqualTo(2);
    assertThat(rest.price()).isEqualTo(30);
    // Each sleeps: the last trade was at 30.
    for (OrderType type : new OrderType[] {OrderType.STOP, OrderType.STOP_LIMIT}) {
      assertThat(place(Side.BUY, type, o -> o.price(40).triggerPrice(35)).open()).isEqualTo(2);
    }
    for (OrderType type : new OrderType[] {OrderType.TAKE_PROFIT, OrderType.TAKE_PROFIT_LIMIT}) {
      assertThat(place(Side.BUY, type, o -> o.price(20).triggerPrice(20)).open()).isEqualTo(2);
    }
    Consumer<PlaceInstructed> trailing = o -> o.price(40).trailingOffset(5_000).offsetUnit(1);
    assertThat(place(Side.BUY, OrderType.TRAILING_STOP, trailing).open()).isEqualTo(2);
    sell(50);
    Consumer<PlaceInstructed> slide = o -> o.price(55).postOnly(PostOnly.SLIDE.code());
    assertThat(place(Side.BUY, OrderType.LIMIT, slide).price()).isEqualTo(49);
    Consumer<PlaceInstructed> reject = o -> o.price(55).postOnly(PostOnly.REJECT.code());
    assertThat(place(Side.BUY, OrderType.LIMIT, reject).code()).isEqualTo(Code.WOULD_TAKE);
    Consumer<PlaceInstructed> least = o -> o.price(50).quantity(20).minQuantity(11);
    assertThat(place(Side.BUY, OrderType.LIMIT, least).released()).isEqualTo(20);
    // The instructions cost nothing where they say nothing.
    assertThat(place(Side.BUY, OrderType.LIMIT, o -> o.price(10)).open()).isEqualTo(2);
    int gtd = TimeInForce.GTD.code();
    Consumer<PlaceInstructed> dated = o -> o.price(9).timeInForce(gtd).expireTime(Long.MAX_VALUE);
    assertThat(place(Side.BUY, OrderType.LIMIT, dated).open()).isEqualTo(2);
    int auction = TimeInForce.AT_AUCTION.code();
    refused(Code.NOT_IN_AUCTION, o -> o.timeInForce(auction));
    refused(Code.CONTRADICTORY_INSTRUCTION, o -> o.timeInForce(auction).minQuantity(1));
  }

  @Test
  void whatTheKernelDoesNotHaveItRefuses() {
    refused(Code.INVALID_TRIGGER, o -> o.trailingOffset(1));
    refused(Code.UNKNOWN_LINKED_ORDER, o -> o.linkedOrder(1));
    refused(Code.UNSUPPORTED_INSTRUCTION, o -> o.triggerReference(1));
    refused(Code.INVALID_TRIGGER, o -> o.offsetUnit(1));
    refused(Code.UNSUPPORTED_INSTRUCTION, o -> o.offsetUnit(2));
    refused(Code.UNSUPPORTED_INSTRUCTION, o -> o.postOnly(3));
    refused(Code.UNSUPPORTED_INSTRUCTION, o -> o.reduceOnly(255));
    refused(Code.INVALID_TRIGGER, o -> o.triggerPrice(1));
    for (int code : new int[] {15, 16, 128, 255}) {
      refused(Code.INVALID_ORDER_TYPE, o -> o.timeInForce(code));
      refused(Code.INVALID_ORDER_TYPE, o -> o.orderType(code));
    }
    assertThat(place(Side.BUY, OrderType.LIMIT, o -> o.price(30).side(7)).code())
        .isEqualTo(Code.INVALID_SIDE);
    assertThat(rest.liveOrders(1)).isEmpty();
  }
}
