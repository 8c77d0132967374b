/**
 * {@code tandem serve}, an exchange behind a gateway with its options and their file, and {@code
 * tandem key}, which makes the keys of its clients.
 *
 * <p>Uses {@code replay} (the choice of a topology), {@code help} and {@code output}, and of other
 * modules {@code core}, {@code gateway} and {@code wal}.
 */
package dev.tandem.app.serve;
