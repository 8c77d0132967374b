/**
 * The appender of Log4j2.
 *
 * <p>Uses {@code fronts}, {@code config} and {@code dev.tandem.logger}.
 */
package dev.tandem.logger.fronts.log4j2;
