/**
 * The command line as a whole: {@code Main} names the commands, {@code CommandLoader} loads the one
 * that a call names. Each family of commands is a room below.
 *
 * <p>Uses {@code checksum}, {@code client}, {@code cluster}, {@code doctor}, {@code help}, {@code
 * history}, {@code log}, {@code output}, {@code parity}, {@code recovery}, {@code replay}, {@code
 * serve} and {@code wal}, and of other modules {@code core}, {@code flow} and {@code wal}.
 */
package dev.tandem.app;
