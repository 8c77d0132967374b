/**
 * An exchange that clients reach by network: one process with the exchange, its log, and one event
 * loop that carries REST, WebSocket, the binary protocol and the page. FIX has a thread of its own.
 *
 * <p>Uses {@code access}, {@code binary}, {@code bridge}, {@code command}, {@code demo}, {@code
 * http}, {@code json}, {@code metrics}, {@code orderentry}, {@code reports}, {@code spi} and {@code
 * websocket}, and of other modules {@code core}, {@code history} and {@code wal}. {@code fix}, of
 * another artifact, comes by {@code spi}.
 */
package dev.tandem.gateway;
