/**
 * What became of users' orders, numbered and kept for sessions that come back, whatever the
 * protocol.
 *
 * <p>Uses no other room.
 */
package dev.tandem.gateway.reports;
