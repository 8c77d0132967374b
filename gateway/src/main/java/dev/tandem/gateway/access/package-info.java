/**
 * Who may do what, and how often: API keys with their roles, rates, and room for connections.
 *
 * <p>Uses no other room.
 */
package dev.tandem.gateway.access;
