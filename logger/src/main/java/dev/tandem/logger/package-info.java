/**
 * A memory-mapped logger: records are claimed without waiting, survive the death of the process,
 * and can be encrypted so that a lost, reordered or changed block is seen.
 *
 * <pre>
 *  fronts.jul ──▶ fronts ──▶ config ──▶ seal ──▶ this package: LogStore, LogWriter, LogReader, LogFollower
 *  recovery ──▶ read, append ──▶ storage ──▶ format
 * </pre>
 *
 * <p>The packages of the second line are not exported. Of this one they use only its settings, its
 * values and its exceptions.
 */
package dev.tandem.logger;
