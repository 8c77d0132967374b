/**
 * The messages of the binary protocol, read and written in place, as the schema {@code tandem.xml}
 * beside them has them. The gateway uses them, too.
 *
 * <p>Uses no other room.
 */
package dev.tandem.client.wire;
