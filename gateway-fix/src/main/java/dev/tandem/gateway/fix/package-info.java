/**
 * FIX 4.4: sessions by QuickFIX/J on a thread of their own, orders by the gateway's one event loop.
 *
 * <p>Uses {@code access}, {@code bridge}, {@code command}, {@code json}, {@code metrics}, {@code
 * orderentry} and {@code spi}, and of other modules {@code client}, {@code core} and {@code wal}.
 */
package dev.tandem.gateway.fix;
