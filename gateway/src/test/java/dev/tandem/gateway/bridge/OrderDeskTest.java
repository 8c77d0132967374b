package dev.tandem.gateway.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.Exchange;
import dev.tandem.core.command.Commands;
import dev.tandem.core.marketdata.MarketListener;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may listen to answers, and when. */
@Timeout(300)
class OrderDeskTest {

  /** A listener that came while an answer was told would end the desk for good. */
  @Test
  void nobodyListensAsideOfTheLoop() throws Exception {
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    OrderDesk desk = new OrderDesk(64, new MarketListener() {});
    desk.listen(answer -> told.add("first"));
    EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try (Exchange exchange = Exchange.builder().resultHandler(desk.answers()).start()) {
      desk.open(exchange, group.next(), Runnable::run, e -> told.add(e.toString()));
      assertThatThrownBy(() -> desk.listen(answer -> {}))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("on another thread");
      group.next().submit(() -> desk.listen(answer -> told.add("second"))).sync();
      exchange.async().submit(Commands::nop).join();
      assertThat(told.poll(120, TimeUnit.SECONDS)).isEqualTo("first");
      assertThat(told.poll(120, TimeUnit.SECONDS)).isEqualTo("second");
    } finally {
      group.shutdownGracefully(0, 2, TimeUnit.SECONDS).sync();
    }
  }
}
