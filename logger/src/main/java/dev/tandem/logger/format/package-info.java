/**
 * The bytes of a log file: the header and its words, records and their checksums, file names, types
 * of arguments. {@code FORMATS.md} is the same in words.
 *
 * <p>The lowest room.
 *
 * <p>Uses no other room.
 */
package dev.tandem.logger.format;
