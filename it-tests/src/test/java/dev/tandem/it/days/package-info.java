/**
 * Recorded days and generated flows through the whole exchange: published hashes, figures that the
 * recording states, and the same in both languages.
 *
 * <p>Uses {@code dev.tandem.it} and {@code parity}, and of other modules {@code app}, {@code core}
 * and {@code flow}.
 */
package dev.tandem.it.days;
