/**
 * Binders of Micrometer. Each registers meters that read the counters of an exchange, a log or a
 * logger when the registry reads them; nothing is counted twice, and nothing is added to what is
 * measured.
 *
 * <p>A registry does not keep alive what it measures. What is measured may be closed before the
 * registry: its meters then keep the last figures.
 *
 * <p>Uses no other room, and of other modules {@code core}, {@code logger} and {@code wal}.
 */
package dev.tandem.micrometer;
