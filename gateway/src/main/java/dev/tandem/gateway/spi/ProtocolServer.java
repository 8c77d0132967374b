package dev.tandem.gateway.spi;

import dev.tandem.core.BookFollower;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * A protocol that listens. What it does with commands, it does on the gateway's event loop. Before
 * it listens it gets, on the thread that starts the gateway, the books of the snapshot and the
 * answers of the log's later commands, which are applied again: so it can report what was not
 * reported yet.
 */
public interface ProtocolServer extends BookFollower, AutoCloseable {

  /**
   * Listens from now on; on the gateway's event loop, before that has a connection.
   *
   * @param commands how many the log has
   * @throws IOException if the port cannot be listened on, or its files cannot be used
   */
  void start(long commands) throws IOException;

  /** Where clients connect. */
  InetSocketAddress address();

  /** Open connections. Any thread. */
  int connections();

  /** Takes no more connections; what is in flight is answered. Not on the event loop. */
  void finish();

  /**
   * Ends all connections, when what was answered is written, and gives back what it has; also where
   * it was never started. Not on the event loop, which need not be there any more.
   */
  @Override
  void close();
}
