/**
 * The algorithms in Java: each is written once against a kind of memory, and loaded once for each
 * kind as a hidden class, so that arrays, buffers and segments share no type profile.
 *
 * <p>Uses no other room.
 */
package dev.tandem.hash.algorithm;
