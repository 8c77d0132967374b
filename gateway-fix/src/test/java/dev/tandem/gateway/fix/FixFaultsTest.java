package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.marketdata.MarketListener;
import dev.tandem.gateway.LoggedFaults;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.bridge.OrderDesk;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.command.Callers;
import dev.tandem.gateway.command.CommandRates;
import dev.tandem.gateway.metrics.GatewayCounts;
import dev.tandem.gateway.orderentry.OrderEntry;
import dev.tandem.gateway.orderentry.OrderLimits;
import dev.tandem.gateway.spi.ProtocolContext;
import dev.tandem.wal.Durability;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import quickfix.Message;
import quickfix.SessionID;
import quickfix.field.MsgType;

/** A fault of the gateway is logged with its cause, and is not called the client's. */
class FixFaultsTest {

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final EventLoop loop = group.next();
  private final LoggedFaults faults = new LoggedFaults();
  @TempDir private Path directory;
  private FixServer server;
  private FixSession session;

  @BeforeEach
  void start() throws IOException {
    KeyFile keys = KeyFile.openPrivately(directory.resolve("keys.json"));
    keys.add("one", Role.TRADE, Set.of(1L));
    Callers callers = new Callers(keys, new CommandRates.Limits(0, 0, 0, 0), 0, 0, loop);
    Caller caller = callers.named("one").orElseThrow();
    // Nobody has opened the desk: it throws at each order.
    OrderDesk desk = new OrderDesk(16, new MarketListener() {});
    desk.listings().add(SymbolSpec.of(1, 10, 20));
    server =
        FixServer.open(
            new ProtocolContext(
                desk,
                desk,
                desk.listings(),
                new OrderEntry(desk, OrderLimits.NONE),
                callers,
                new GatewayCounts(new SimpleMeterRegistry()),
                loop,
                directory.resolve("fix"),
                Durability.WRITTEN,
                10,
                null,
                new NoSockets()));
    session = new FixSession(server, caller, Place.behind(0));
  }

  private record NoSockets() implements ProtocolContext.Sockets {
    @Override
    public EventLoopGroup newLoop() {
      return new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    }

    @Override
    public Channel listen(EventLoopGroup of, ChannelHandler pipeline) {
      throw new UnsupportedOperationException();
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    server.close();
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).sync();
    faults.close();
  }

  private static Message order(int id) {
    Message order = new Message();
    order.getHeader().setString(MsgType.FIELD, MsgType.ORDER_SINGLE);
    order.setInt(11, id);
    order.setInt(55, 1);
    order.setChar(54, '1');
    order.setInt(38, 5);
    order.setChar(40, '2');
    order.setInt(44, 30);
    return order;
  }

  @Test
  void anOrderThatCannotBeSubmittedCountsNoLonger() throws Exception {
    CountDownLatch sent = new CountDownLatch(1);
    loop.execute(
        () -> {
          try {
            sent.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    int orders = 0;
    while (session.hasRoomForOrders()) {
      session.order(order(++orders));
    }
    sent.countDown();
    // Behind them all, on both loops.
    loop.submit(() -> {}).sync();
    CountDownLatch failed = new CountDownLatch(1);
    server.run(failed::countDown);
    failed.await();
    assertThat(session.hasRoomForOrders()).isTrue();
    assertThat(session.missed().isMissed()).isTrue();
    assertThat(faults.causes()).hasSize(orders).first().isInstanceOf(NullPointerException.class);
  }

  /** QuickFIX/J rejects the message as one of an application that is not there. */
  @Test
  void whatAHandlerThrowsIsLogged() throws Exception {
    FixEngine engine = new FixEngine();
    SessionID unknown = new SessionID("FIX.4.4", "TANDEM", "nobody");
    Message reject = new Message();
    reject.getHeader().setString(MsgType.FIELD, MsgType.REJECT);
    Message resend = new Message();
    resend.getHeader().setString(MsgType.FIELD, MsgType.RESEND_REQUEST);
    Message business = new Message();
    business.getHeader().setString(MsgType.FIELD, MsgType.BUSINESS_MESSAGE_REJECT);
    assertIsThrown(() -> engine.fromApp(order(1), unknown));
    assertIsThrown(() -> engine.fromAdmin(resend, unknown));
    assertIsThrown(() -> engine.toApp(business, unknown));
    assertIsThrown(() -> engine.toAdmin(reject, unknown));
    assertThat(faults.causes()).hasSize(4).hasOnlyElementsOfType(NullPointerException.class);
  }

  /** Whatever a message is, this is not because of it. */
  @Test
  void aFaultIsNoMalformedMessage() throws Exception {
    FixEngine engine = new FixEngine();
    assertIsThrown(() -> engine.malformed(null));
    // The session was not opened.
    session.received("8=FIX.4.4|9=5|35=0|10=161|".replace('|', '\u0001'));
    session.resendSlice(order(1));
    assertThat(faults.causes()).hasSize(2).hasOnlyElementsOfType(NullPointerException.class);
  }

  private static void assertIsThrown(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(NullPointerException.class);
  }
}
