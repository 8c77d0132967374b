/**
 * Tandem's write-ahead log beside a plain group commit, Aeron Archive, all of them durable on the
 * device before a record counts.
 *
 * <pre>{@code
 * java -cp jmh/target/benchmarks.jar dev.tandem.jmh.wal.WalComparison --json wal.json
 * java -jar jmh/target/benchmarks.jar wal.AppendBenchmark -prof gc
 * java -cp jmh/target/benchmarks.jar dev.tandem.jmh.wal.WrittenAppend
 * }</pre>
 *
 * <p>Each peer's jars lie in a folder of its own below {@code peers/}, beside the benchmarks' jar.
 * A comparison finds them by itself; a peer in JMH needs them on the class path, before that jar:
 *
 * <pre>{@code
 * java -cp "jmh/target/peers/aeron/*:jmh/target/benchmarks.jar" org.openjdk.jmh.Main \
 *     wal.AppendBenchmark -p system=AERON_ARCHIVE
 * }</pre>
 *
 * <p>Uses {@code harness} and {@code report}, and of other modules {@code doctor} and {@code wal}.
 */
package dev.tandem.jmh.wal;
