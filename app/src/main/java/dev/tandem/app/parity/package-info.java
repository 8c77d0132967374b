/**
 * {@code tandem parity}: the same commands through the exchange in Java and its twin in C++ and,
 * where they are few, through the serial model of {@code flow}; compared by event hash and state
 * hash, and command by command where those differ.
 *
 * <p>Uses {@code replay} for the runs in Java, {@code tandem.h} for those in C++, {@code help} and
 * {@code output}, and of other modules {@code core}, {@code flow}, {@code hash} and {@code wal}.
 */
package dev.tandem.app.parity;
