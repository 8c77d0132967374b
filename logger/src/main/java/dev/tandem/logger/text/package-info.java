/** Throwables and patterns as text; exported to the front ends of other artifacts alone. */
package dev.tandem.logger.text;
