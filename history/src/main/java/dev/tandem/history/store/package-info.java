/**
 * The database of a history: its tables, the transactions that write them, and the questions that
 * read them, by JDBC.
 *
 * <p>Uses {@code projection} and {@code rows}, and of other modules {@code core} and {@code wal}.
 */
package dev.tandem.history.store;
