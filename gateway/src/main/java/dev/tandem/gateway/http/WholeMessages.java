package dev.tandem.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;

/**
 * Puts messages of a stream together that come in pieces. Where reading was turned off, Netty's own
 * reads on until a message is whole: who always ends in the middle of one would be read from
 * whatever he leaves unread himself.
 */
final class WholeMessages extends WebSocketFrameAggregator {

  WholeMessages(int mostBytes) {
    super(mostBytes);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ctx.fireChannelReadComplete();
  }
}
