/** The appender of Log4j2. */
package dev.tandem.logger.fronts.log4j2;
