/**
 * What became of users' orders, numbered and kept for sessions that come back, whatever the
 * protocol.
 *
 * <p>Uses {@code access}, and of other modules {@code wal}.
 */
package dev.tandem.gateway.reports;
