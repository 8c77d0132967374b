/**
 * Recorded days and generated flows through the whole exchange: published hashes, figures that the
 * recording states, and the same in both languages.
 *
 * <p>May use {@code parity} and the helpers of {@code dev.tandem.it}.
 */
package dev.tandem.it.days;
