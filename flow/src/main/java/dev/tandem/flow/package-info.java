/**
 * Flows of commands: made by {@code generator}, read from files, merged, written.
 *
 * <p>Uses no other room, and of other modules {@code core}. Of {@code core} it knows the commands.
 */
package dev.tandem.flow;
