package dev.tandem.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests are put together as Netty's own aggregator does it, in whatever pieces they come. */
class WholeRequestsTest {

  private static final int MOST = 16;

  /** All that comes out, as text; of a failure that it is one. */
  private static List<String> received(HttpObjectAggregator whole, String bytes, int split) {
    EmbeddedChannel channel = new EmbeddedChannel(new HttpRequestDecoder(), whole);
    for (String piece : List.of(bytes.substring(0, split), bytes.substring(split))) {
      channel.writeInbound(Unpooled.copiedBuffer(piece, StandardCharsets.US_ASCII));
    }
    List<String> all = new ArrayList<>();
    for (Object next = channel.readInbound(); next != null; next = channel.readInbound()) {
      FullHttpRequest request = (FullHttpRequest) next;
      all.add(
          request.decoderResult().isSuccess()
              ? request.method()
                  + " "
                  + request.uri()
                  + " "
                  + request.protocolVersion()
                  + " "
                  + request.headers().get("host")
                  + " "
                  + request.content().toString(StandardCharsets.US_ASCII)
              : "failed");
      ReferenceCountUtil.release(request);
    }
    assertThat(channel.finishAndReleaseAll()).as("an interim answer").isIn(true, false);
    return all;
  }

  /** Netty's own, where one that is too large is handed on as ours does it. */
  private static final class Theirs extends HttpObjectAggregator {
    Theirs() {
      super(MOST, true);
    }

    @Override
    protected void handleOversizedMessage(
        io.netty.channel.ChannelHandlerContext ctx,
        io.netty.handler.codec.http.HttpMessage oversized) {
      new WholeRequests(MOST).handleOversizedMessage(ctx, oversized);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /a HTTP/1.1|host: h||",
        "GET /a HTTP/1.1|host: h||GET /b HTTP/1.0||POST /c HTTP/1.1|content-length: 2||{}",
        "POST /c HTTP/1.1|content-length: 16||0123456789012345GET /d HTTP/1.1||",
        "POST /c HTTP/1.1|content-length: 17||01234567890123456GET /d HTTP/1.1||",
        "POST /c HTTP/1.1|content-length: 0||GET /d HTTP/1.1||",
        "POST /c HTTP/1.1|transfer-encoding: chunked||3|abc|2|de|0||GET /d HTTP/1.1||",
        "POST /c HTTP/1.1|transfer-encoding: chunked||0||GET /d HTTP/1.1||",
        "POST /c HTTP/1.1|transfer-encoding: chunked||9|012345678|9|012345678|0||GET /d HTTP/1.1||",
        "POST /c HTTP/1.1|transfer-encoding: chunked||x|abc",
        "POST /c HTTP/1.1|expect: 100-continue|content-length: 2||{}GET /d HTTP/1.1||",
        "POST /c HTTP/1.0|expect: x|content-length: 2||{}GET /d HTTP/1.1||",
        "GET /a HTTP/1.1|bad header||GET /b HTTP/1.1||",
        "nonsense||",
        "POST /c HTTP/1.1|content-length: x||{}"
      })
  void asNettyDoesIt(String text) {
    String bytes = text.replace("|", "\r\n");
    for (int split = 0; split <= bytes.length(); split++) {
      assertThat(received(new WholeRequests(MOST), bytes, split))
          .as("in pieces at %d", split)
          .isEqualTo(received(new Theirs(), bytes, split));
    }
  }

  /** Netty would answer at once, before what came earlier, and close. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /a HTTP/1.1||POST /c HTTP/1.1|expect: 100-continue|content-length: 99||",
        "GET /a HTTP/1.1||POST /c HTTP/1.1|expect: x|content-length: 2||{}",
        "GET /a HTTP/1.1||GET /c HTTP/1.1|expect: ||"
      })
  void whatIsExpectedAndRefusedIsHandedOn(String text) {
    String bytes = text.replace("|", "\r\n");
    for (int split = 0; split <= bytes.length(); split++) {
      EmbeddedChannel channel =
          new EmbeddedChannel(new HttpRequestDecoder(), new WholeRequests(MOST));
      for (String piece : List.of(bytes.substring(0, split), bytes.substring(split))) {
        channel.writeInbound(Unpooled.copiedBuffer(piece, StandardCharsets.US_ASCII));
      }
      assertThat(channel.isOpen()).isTrue();
      assertThat(channel.outboundMessages()).isEmpty();
      for (boolean succeeds : new boolean[] {true, false}) {
        FullHttpRequest request = channel.readInbound();
        assertThat(request.decoderResult().isSuccess()).isEqualTo(succeeds);
        request.release();
      }
      assertThat(channel.finishAndReleaseAll()).isFalse();
    }
  }
}
