/**
 * Between the event loop that has the gateway's state and the threads of the kernel: commands of
 * clients go over at the {@code OrderDesk}, answers come back; the protocols are on the floor
 * above. Between that loop and the loops of connections, where there are such: {@code HandOver}.
 *
 * <p>Uses {@code access}, {@code command} and {@code metrics}, and of other modules {@code core}
 * and {@code micrometer}.
 */
package dev.tandem.gateway.bridge;
