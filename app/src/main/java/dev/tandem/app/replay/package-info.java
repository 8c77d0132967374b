/**
 * Drives an exchange with a flow, checks what comes of it, and writes it down.
 *
 * <p>Uses no other room of its module, and of other modules {@code core}, {@code flow} and {@code
 * wal}.
 */
package dev.tandem.app.replay;
