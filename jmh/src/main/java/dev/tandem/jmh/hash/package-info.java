/**
 * Benchmarks of the hash beside the reference in C and its peers in Java; each checks the digests
 * that it times.
 *
 * <p>Uses {@code harness} and {@code report}, and of other modules {@code doctor} and {@code hash}.
 */
package dev.tandem.jmh.hash;
