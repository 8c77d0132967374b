/** WebSocket: commands, execution reports and market data as JSON messages. */
package dev.tandem.gateway.websocket;
