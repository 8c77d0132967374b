/**
 * {@code tandem parity}: the same commands through the exchange in Java and its twin in C++ and,
 * where they are few, through the serial model of {@code flow}; compared by event hash and state
 * hash, and command by command where those differ.
 *
 * <p>Uses {@code help}, {@code output} and {@code replay}, and of other modules {@code core},
 * {@code flow}, {@code hash} and {@code wal}. Runs in Java come by {@code replay}, those in C++ by
 * {@code tandem.h}.
 */
package dev.tandem.app.parity;
