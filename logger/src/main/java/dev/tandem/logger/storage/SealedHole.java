package dev.tandem.logger.storage;

/**
 * A place of a segment that was sealed as zeros, because nobody had committed it.
 *
 * @param from offset of the place
 * @param to offset behind it
 */
public record SealedHole(long from, long to) {}
