package dev.tandem.gateway.spi;

import dev.tandem.gateway.bridge.AnswerSource;
import dev.tandem.gateway.bridge.MarketSource;
import dev.tandem.gateway.command.Callers;
import dev.tandem.gateway.command.Listings;
import dev.tandem.gateway.metrics.GatewayCounts;
import dev.tandem.gateway.orderentry.OrderEntry;
import dev.tandem.wal.Durability;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What a protocol works with. Answers, entry, callers and counts are for the event loop alone.
 *
 * @param answers of the kernel
 * @param market the books that clients use, for the event loop alone
 * @param listings symbols and currencies, from the log's last snapshot on; any thread reads them
 * @param entry where clients' commands go
 * @param callers who clients are
 * @param counts what happens is counted here
 * @param loop the gateway's event loop
 * @param directory the protocol's own; it need not be there yet
 * @param durability of a command before it is answered
 * @param mostConnections at once
 * @param tls null for plain text
 * @param sockets how to listen on the protocol's port
 */
public record ProtocolContext(
    AnswerSource answers,
    MarketSource market,
    Listings listings,
    OrderEntry entry,
    Callers callers,
    GatewayCounts counts,
    EventLoop loop,
    Path directory,
    Durability durability,
    int mostConnections,
    SslContext tls,
    Sockets sockets) {

  /** Sockets as the gateway has them. */
  public interface Sockets {

    /** An event loop of the protocol's own, with one thread. */
    EventLoopGroup newLoop();

    /**
     * Listens on the protocol's port.
     *
     * @param pipeline each connection's
     */
    Channel listen(EventLoopGroup loop, ChannelHandler pipeline) throws IOException;
  }
}
