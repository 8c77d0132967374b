package dev.tandem.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.json.JsonText;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** A body that has room in front goes out as the buffer that it is in. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theHeadGoesInFrontOfTheBody(boolean isLast) {
    ByteBuf roomy = JsonText.object(ResponseEncoder.ROOM, to -> to.writeNumberField("a", 1));
    assertThat(ctx.writeAndFlush(new Response(HEAD, roomy, isLast)).isSuccess()).isTrue();
    ByteBuf written = channel.readOutbound();
    assertThat(written).isSameAs(roomy);
    assertThat(written.toString(StandardCharsets.US_ASCII))
        .isEqualTo(
            "HTTP/1.1 200 OK\r\ncontent-length: 7\r\n%s\r\n{\"a\":1}"
                .formatted(isLast ? "connection: close\r\n" : ""));
    assertThat(written.release()).isTrue();
    assertThat(channel.finishAndReleaseAll()).isFalse();
    assertThat(body.release()).isTrue();
  }

  @Test
  void aHeadThatIsTooLongForTheRoomHasItsOwn() {
    byte[] head = "x".repeat(ResponseEncoder.ROOM - 4).getBytes(StandardCharsets.US_ASCII);
    ByteBuf roomy = JsonText.object(ResponseEncoder.ROOM, to -> {});
    assertThat(ctx.writeAndFlush(new Response(head, roomy, false)).isSuccess()).isTrue();
    ByteBuf written = channel.readOutbound();
    assertThat(written.toString(StandardCharsets.US_ASCII)).endsWith("xx2\r\n\r\n{}");
    assertThat(written.release()).isTrue();
    assertThat(roomy.refCnt()).isZero();
    assertThat(body.release()).isTrue();
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
