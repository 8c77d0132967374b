/**
 * The messages of the binary protocol, read and written in place, as the schema {@code tandem.xml}
 * beside them has them: {@code ID} is the template of a message, {@code BLOCK} the bytes of its
 * fields, and each field has a reader and a writer, which returns the message. The gateway uses
 * them, too.
 *
 * <p>Uses no other room.
 */
package dev.tandem.client.wire;
