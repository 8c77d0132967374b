/**
 * Throwables and patterns as text; exported to the front ends of other artifacts alone.
 *
 * <p>Uses no other room.
 */
package dev.tandem.logger.text;
