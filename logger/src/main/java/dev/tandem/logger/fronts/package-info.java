/**
 * What programs and frameworks log through. {@code Logging} is the log of a process, which SLF4J,
 * {@code System.Logger} and {@code java.util.logging} write to through a {@code FrontLogger}; a
 * {@code RecordSink} is a log for the appender of a framework. Each front end is a room that uses
 * this one: {@code jul} here, {@code slf4j} and {@code platform} in the artifact {@code
 * tandem-logger-slf4j}, {@code logback} and {@code log4j2} in those of their names.
 *
 * <p>Uses {@code dev.tandem.logger}, {@code config}, {@code seal} and {@code text}.
 */
package dev.tandem.logger.fronts;
