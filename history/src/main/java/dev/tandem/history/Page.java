package dev.tandem.history;

import java.util.List;

/**
 * Rows of an answer.
 *
 * @param more whether there are more behind the last one
 */
public record Page<T>(List<T> rows, boolean more) {}
