/**
 * A client of a Tandem gateway over its binary protocol.
 *
 * <p>Uses {@code wire}, and no other module.
 */
package dev.tandem.client;
