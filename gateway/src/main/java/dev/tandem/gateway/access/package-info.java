/** Who may do what, and how often: API keys with their roles, and rates. */
package dev.tandem.gateway.access;
