/**
 * The network door of an exchange: one process with the exchange, its log, and one event loop that
 * carries REST, WebSocket and the page.
 */
package dev.tandem.gateway;
