/**
 * Who may do what, and how often: API keys with their roles, and rates.
 *
 * <p>Uses no other room.
 */
package dev.tandem.gateway.access;
