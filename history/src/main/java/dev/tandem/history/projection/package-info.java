/**
 * What the answers of an exchange come to as rows of a history; no word of databases.
 *
 * <p>Uses {@code rows}, and of other modules {@code core}.
 */
package dev.tandem.history.projection;
