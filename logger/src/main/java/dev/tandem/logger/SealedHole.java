package dev.tandem.logger;

/**
 * A place of a segment that was sealed as zeros, because nobody had committed it.
 *
 * @param from offset of the place
 * @param to offset behind it
 */
record SealedHole(long from, long to) {}
