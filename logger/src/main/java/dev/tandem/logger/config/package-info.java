/**
 * Settings of the logger, by a properties file or a builder, and levels that change while it runs.
 *
 * <p>Uses {@code dev.tandem.logger} and {@code seal}.
 */
package dev.tandem.logger.config;
