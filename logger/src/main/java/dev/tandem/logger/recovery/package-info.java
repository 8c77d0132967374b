/**
 * What earlier runs left in the directory when a store is opened: their open segments are cut,
 * sealed and closed.
 *
 * <p>Uses {@code read}, {@code storage} and {@code format}.
 */
package dev.tandem.logger.recovery;
