/**
 * The appender of Log4j2.
 *
 * <p>Uses {@code dev.tandem.logger}, {@code config}, {@code fronts} and {@code text}.
 */
package dev.tandem.logger.fronts.log4j2;
