/**
 * What a protocol of another artifact is given by the gateway, and gives it.
 *
 * <p>Uses {@code bridge}, {@code command}, {@code metrics} and {@code orderentry}.
 */
package dev.tandem.gateway.spi;
