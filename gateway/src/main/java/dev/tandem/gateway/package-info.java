/**
 * An exchange that clients reach by network: one process with the exchange, its log, and one event
 * loop that carries REST, WebSocket and the page.
 */
package dev.tandem.gateway;
