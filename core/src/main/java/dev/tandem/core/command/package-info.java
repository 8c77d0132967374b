/**
 * What a command is: {@link dev.tandem.core.command.Command}, the slot of the ring, with its
 * inputs, its trades and its answer; the codes; the bytes of a command that is kept, {@link
 * dev.tandem.core.command.CommandCodec}; and which sequences of a client were seen.
 *
 * <p>Uses no other room.
 */
package dev.tandem.core.command;
