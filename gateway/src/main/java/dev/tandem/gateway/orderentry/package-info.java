/**
 * The one way to the order desk for commands of clients: what is checked before the kernel.
 *
 * <p>Uses {@code bridge}, {@code command} and {@code metrics}, and of other modules {@code core}.
 */
package dev.tandem.gateway.orderentry;
