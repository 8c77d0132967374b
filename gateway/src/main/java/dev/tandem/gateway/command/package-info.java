/**
 * Commands of clients and the answers to them, whatever the protocol: their fields and limits, who
 * sends them, why the gateway refuses one.
 *
 * <p>Uses {@code access} and {@code json}, and of other modules {@code client} and {@code core}.
 */
package dev.tandem.gateway.command;
