/**
 * Between the one event loop of the gateway and the threads of the kernel: commands of clients go
 * over at the {@code OrderDesk}, answers come back; the protocols are on the floor above.
 *
 * <p>Uses {@code command} and {@code metrics}, and of other modules {@code core}.
 */
package dev.tandem.gateway.bridge;
