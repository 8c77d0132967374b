/**
 * A market that is generated, for who wants to see one.
 *
 * <p>Uses {@code bridge}, and of other modules {@code core}.
 */
package dev.tandem.gateway.demo;
