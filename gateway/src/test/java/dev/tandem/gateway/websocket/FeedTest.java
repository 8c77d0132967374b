package dev.tandem.gateway.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.LoggedFaults;
import dev.tandem.gateway.command.Units;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a feed writes before a message is what Netty's encoder writes. */
class FeedTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 125, 126, 127, 32_768, 65_535, 65_536, 200_000})
  void framesBeginAsNettyHasThem(int length) {
    EmbeddedChannel encoder = new EmbeddedChannel(new WebSocket13FrameEncoder(false));
    assertThat(encoder.writeOutbound(new TextWebSocketFrame(Unpooled.buffer().writeZero(length))))
        .isTrue();
    ByteBuf expected = Unpooled.buffer();
    for (ByteBuf part = encoder.readOutbound(); part != null; part = encoder.readOutbound()) {
      expected.writeBytes(part);
      part.release();
    }
    ByteBuf own = Unpooled.buffer();
    Feed.begin(own, length);
    assertThat(own.writeZero(length)).isEqualTo(expected);
    encoder.finishAndReleaseAll();
  }

  @Test
  void whoCannotBeSentMarketDataKeepsNobodyFromTheirs() {
    Feed feed = new Feed(0);
    // Sessions of no connection, which can neither be sent anything nor be ended.
    feed.add(
        new Subscription(
            new StreamSession(null, false, () -> {}), Channel.TRADES, 1, Units.NUMBERS));
    feed.add(
        new Subscription(
            new StreamSession(null, false, () -> {}), Channel.TRADES, 1, Units.NUMBERS));
    feed.add(1, Unpooled.copiedBuffer("{}", StandardCharsets.US_ASCII));
    try (LoggedFaults faults = new LoggedFaults()) {
      feed.deliver();
      assertThat(faults.causes()).hasSize(4);
      feed.deliver();
      assertThat(faults.causes()).hasSize(4);
    }
  }
}
