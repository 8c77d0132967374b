/**
 * What earlier runs left in the directory when a store is opened: their open segments are cut,
 * sealed and closed.
 *
 * <p>Uses {@code dev.tandem.logger}, {@code format}, {@code read} and {@code storage}.
 */
package dev.tandem.logger.recovery;
