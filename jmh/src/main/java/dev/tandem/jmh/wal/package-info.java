/**
 * Tandem's write-ahead log beside a plain group commit, Chronicle Queue, Aeron Archive and RocksDB,
 * all of them durable on the device before a record counts.
 *
 * <pre>{@code
 * java -cp jmh/target/benchmarks.jar dev.tandem.jmh.wal.WalComparison --json wal.json
 * java -jar jmh/target/benchmarks.jar AppendBenchmark -prof gc
 * java -cp "jmh/target/benchmarks.jar:jmh/target/peers/*" dev.tandem.jmh.wal.WrittenAppend
 * }</pre>
 *
 * <p>The peers' jars lie in {@code peers/} beside the benchmarks' jar; a peer in JMH needs them on
 * the class path: {@code java -cp "jmh/target/peers/*:jmh/target/benchmarks.jar"
 * org.openjdk.jmh.Main AppendBenchmark -p system=AERON_ARCHIVE}.
 *
 * <p>Uses {@code harness} and {@code report}, and of other modules {@code core}, {@code doctor},
 * {@code flow} and {@code wal}.
 */
package dev.tandem.jmh.wal;
