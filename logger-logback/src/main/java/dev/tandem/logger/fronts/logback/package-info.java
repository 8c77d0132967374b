/** The appender of Logback. */
package dev.tandem.logger.fronts.logback;
