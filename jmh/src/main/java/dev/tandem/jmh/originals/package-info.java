/**
 * Claims of the earlier reports that this project began from, measured again, each beside its
 * claim.
 *
 * <p>Uses {@code harness} and {@code report}, and of other modules {@code doctor}. It starts
 * programs of {@code exchange}, {@code ingress} and {@code wal} by their names.
 */
package dev.tandem.jmh.originals;
