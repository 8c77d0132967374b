/**
 * The write-ahead log with Chronicle: {@code Bytes} as records, and segments mapped by
 * Chronicle-Bytes. It needs the JVM flags that Chronicle needs.
 *
 * <p>Uses {@code dev.tandem.wal}.
 */
package dev.tandem.wal.chronicle;
