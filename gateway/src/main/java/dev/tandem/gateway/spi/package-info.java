/**
 * The interface for protocols in other artifacts, such as FIX: what the gateway gives one, and
 * gets.
 *
 * <p>Uses {@code access}, {@code bridge}, {@code command}, {@code metrics} and {@code orderentry},
 * and of other modules {@code core} and {@code wal}.
 */
package dev.tandem.gateway.spi;
