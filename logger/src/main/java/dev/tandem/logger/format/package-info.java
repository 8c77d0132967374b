/**
 * The bytes of a log file: the header and its words, records and their checksums, file names, types
 * of arguments. {@code docs/formats/log-file.md} is the same in words.
 *
 * <p>Uses {@code dev.tandem.logger} and {@code text}.
 */
package dev.tandem.logger.format;
