/**
 * The command line: what {@code tandem} and {@code tandem-cpp} answer to options and input, good
 * and bad. Most are called in this virtual machine.
 *
 * <p>May use the programs of the system by {@code crash}, and the helpers of {@code dev.tandem.it}.
 */
package dev.tandem.it.commands;
