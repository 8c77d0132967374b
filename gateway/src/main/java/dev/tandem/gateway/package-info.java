/**
 * An exchange that clients reach by network: one process with the exchange, its log, and one event
 * loop that carries REST, WebSocket, the binary protocol and the page. FIX has a thread of its own.
 */
package dev.tandem.gateway;
