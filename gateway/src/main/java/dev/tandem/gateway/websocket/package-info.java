/**
 * WebSocket: commands, execution reports and market data as JSON messages.
 *
 * <p>Uses {@code access}, {@code bridge}, {@code command}, {@code json}, {@code metrics}, {@code
 * orderentry} and {@code reports}, and of other modules {@code core}.
 */
package dev.tandem.gateway.websocket;
