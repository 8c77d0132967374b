/**
 * A write-ahead log: records appended by many threads, made durable in groups, confirmed by level,
 * and read back exactly after a crash.
 */
package dev.tandem.wal;
