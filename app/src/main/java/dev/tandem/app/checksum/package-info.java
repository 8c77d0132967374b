/**
 * {@code tandem hash}: sums of files, as xxHash's own program writes and checks them.
 *
 * <p>Uses {@code help} and {@code output}, and of other modules {@code hash}.
 */
package dev.tandem.app.checksum;
