/**
 * A client of a Tandem gateway over its binary protocol.
 *
 * <p>Uses {@code wire}.
 */
package dev.tandem.client;
