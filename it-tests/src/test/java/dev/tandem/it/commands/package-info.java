/**
 * Commands that look at logs and repair them, {@code tandem wal} and {@code tandem recover}, called
 * in this virtual machine.
 *
 * <p>May use the programs of the system by {@code crash}, and the helpers of {@code dev.tandem.it}.
 */
package dev.tandem.it.commands;
