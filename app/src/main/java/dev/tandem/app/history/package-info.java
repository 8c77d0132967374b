/**
 * {@code tandem history} and {@code tandem report}: what happened at an exchange, from its
 * database.
 *
 * <p>Uses {@code help} and {@code output}, and of other modules {@code core}, {@code history} and
 * {@code wal}.
 */
package dev.tandem.app.history;
