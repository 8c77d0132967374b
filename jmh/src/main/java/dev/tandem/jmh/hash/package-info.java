/**
 * Benchmarks of the hash beside the reference in C and its peers in Java; each checks the digests
 * that it times.
 */
package dev.tandem.jmh.hash;
