/**
 * A write-ahead log: records appended by many threads, made durable in groups, confirmed by level,
 * and read back exactly after a crash.
 *
 * <pre>
 *  this package: Wal, WalReader, Tailer, WalCursor, WalVerifier, WalRepair
 *  tailer ──▶ append ──▶ recovery ──▶ storage ──▶ format
 * </pre>
 *
 * <p>The packages below it are not exported. Of this one they use only its settings, its values and
 * its exceptions, which use none of them and nothing else of this package.
 *
 * <p>Uses {@code append}, {@code filesystem}, {@code format}, {@code recovery}, {@code storage} and
 * {@code tailer}.
 */
package dev.tandem.wal;
