/**
 * The appender of Logback.
 *
 * <p>Uses {@code fronts}, {@code config} and {@code dev.tandem.logger}.
 */
package dev.tandem.logger.fronts.logback;
