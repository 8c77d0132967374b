/**
 * The command line: what {@code tandem} and {@code tandem-cpp} answer to options and input, good
 * and bad. Most are called in this virtual machine.
 *
 * <p>Uses {@code dev.tandem.it} and {@code crash}, and of other modules {@code app}, {@code core}
 * and {@code wal}.
 */
package dev.tandem.it.commands;
