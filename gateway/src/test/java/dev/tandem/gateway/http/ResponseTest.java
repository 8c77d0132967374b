package dev.tandem.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Responses own their bodies. */
class ResponseTest {

  private static final byte[] HEAD =
      "HTTP/1.1 200 OK\r\ncontent-length: ".getBytes(StandardCharsets.US_ASCII);

  private final ChannelInboundHandlerAdapter asker = new ChannelInboundHandlerAdapter();
  private final EmbeddedChannel channel = new EmbeddedChannel(new ResponseEncoder(), asker);
  private final ChannelHandlerContext ctx = channel.pipeline().context(asker);
  private final ByteBuf body = Unpooled.copiedBuffer("{}", StandardCharsets.US_ASCII);

  @Test
  void theBodyGoesWithTheResponse() {
    assertThat(ctx.writeAndFlush(new Response(HEAD, body, false)).isSuccess()).isTrue();
    ByteBuf written = channel.readOutbound();
    assertThat(written.toString(StandardCharsets.US_ASCII))
        .isEqualTo("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
    assertThat(written.release()).isTrue();
    assertThat(body.refCnt()).isZero();
    assertThat(channel.finishAndReleaseAll()).isFalse();
  }

  /** The kernel answers when it has the answer, whoever is still there. */
  @Test
  void theBodyIsReleasedWhenTheConnectionHasGone() {
    assertThat(channel.finishAndReleaseAll()).isFalse();
    assertThat(ctx.isRemoved()).isTrue();
    assertThat(ctx.writeAndFlush(new Response(HEAD, body, false)).isSuccess()).isFalse();
    assertThat(body.refCnt()).isZero();
  }
}
