/**
 * How commands come in: {@code SHARED}, where all producers claim slots of one ring, or {@code
 * LANES}, where each producer has a queue of its own and the kernel's first thread takes turns at
 * them.
 *
 * <p>Uses {@code api}, {@code command} and {@code pipeline}. It knows nothing of what is done with
 * a command.
 */
package dev.tandem.core.ingress;
