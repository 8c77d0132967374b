/**
 * What happened at an exchange, in a database: {@link dev.tandem.history.History} follows its log
 * and answers questions, {@link dev.tandem.history.DayReport} writes the files of a day. The
 * exchange knows nothing of it and never waits for it.
 *
 * <p>Uses {@code projection}, {@code rows} and {@code store}, and of other modules {@code core} and
 * {@code wal}.
 */
package dev.tandem.history;
