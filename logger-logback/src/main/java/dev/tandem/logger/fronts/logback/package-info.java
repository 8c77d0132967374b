/**
 * The appender of Logback.
 *
 * <p>Uses {@code dev.tandem.logger}, {@code config}, {@code fronts} and {@code text}.
 */
package dev.tandem.logger.fronts.logback;
