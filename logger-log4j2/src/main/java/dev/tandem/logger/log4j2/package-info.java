/** The appender of Log4j2. */
package dev.tandem.logger.log4j2;
