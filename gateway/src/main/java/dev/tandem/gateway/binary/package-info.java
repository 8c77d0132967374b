/**
 * The binary protocol over TCP: messages of fixed layouts, sessions, and what they follow.
 *
 * <p>Uses {@code access}, {@code bridge}, {@code command}, {@code json}, {@code metrics}, {@code
 * orderentry}, {@code reports} and {@code spi}, and of other modules {@code client} and {@code
 * core}.
 */
package dev.tandem.gateway.binary;
