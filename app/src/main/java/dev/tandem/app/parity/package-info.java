/**
 * The same commands through the exchange in Java and its twin in C++, compared by event hash and
 * state hash, and command by command where those differ.
 *
 * <p>Uses {@code replay} for the runs in Java and {@code tandem.h} for those in C++.
 */
package dev.tandem.app.parity;
