/**
 * An exchange that clients reach by network: one process with the exchange, its log, and one event
 * loop that carries REST, WebSocket, the binary protocol and the page. FIX has a thread of its own.
 *
 * <p>Uses all rooms of this artifact, and of other modules {@code core}, {@code micrometer} and
 * {@code wal}. {@code fix}, of another artifact, comes by {@code spi}.
 */
package dev.tandem.gateway;
