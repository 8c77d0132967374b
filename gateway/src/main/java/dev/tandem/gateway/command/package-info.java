/**
 * Commands of clients and the answers to them, whatever the protocol: their fields and limits, who
 * sends them, why the gateway refuses one.
 */
package dev.tandem.gateway.command;
