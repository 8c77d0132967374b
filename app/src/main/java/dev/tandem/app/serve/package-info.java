/**
 * {@code tandem serve}, an exchange behind a gateway with its options and their file, and {@code
 * tandem key}, which makes the keys of its clients.
 *
 * <p>Uses {@code help}, {@code output} and {@code replay}, and of other modules {@code core},
 * {@code gateway} and {@code wal}. By {@code replay} a topology is chosen.
 */
package dev.tandem.app.serve;
