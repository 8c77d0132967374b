/**
 * Sums of files, as xxHash's own program writes and checks them.
 *
 * <p>Uses no other room of its module, and of other modules {@code hash}.
 */
package dev.tandem.app.checksum;
