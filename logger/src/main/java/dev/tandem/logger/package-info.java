/**
 * A memory-mapped logger: records are claimed without a lock, survive the death of the process, and
 * can be encrypted so that a lost, reordered or changed block is seen. A call waits only while no
 * segment is ready.
 *
 * <pre>
 *  fronts.jul ──▶ fronts ──▶ config ──▶ seal ──▶ this package: LogStore, LogWriter, LogReader, LogFollower
 *  recovery ──▶ read, append ──▶ storage ──▶ format
 * </pre>
 *
 * <p>The packages of the second line are not exported. Of this one they use only its settings, its
 * values and its exceptions, which use none of them and nothing else of this package.
 *
 * <p>Uses {@code append}, {@code format}, {@code read}, {@code recovery}, {@code storage} and
 * {@code text}.
 */
package dev.tandem.logger;
