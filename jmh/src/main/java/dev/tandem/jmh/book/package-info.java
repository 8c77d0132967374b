/**
 * The order book alone: Tandem's, its peers' and a naive one on the same streams.
 *
 * <p>Build with {@code mvn package -pl jmh -am -DskipTests}, then
 *
 * <pre>{@code
 * JAVA="java --sun-misc-unsafe-memory-access=allow -jar jmh/target/benchmarks.jar"
 * $JAVA OrderBookBenchmark -prof gc
 * $JAVA BookWorkloadBenchmark -prof gc -jvmArgsAppend -Dtandem.data=../shared/data
 * }</pre>
 *
 * <p>Every figure is time per command, single-threaded and steady: the whole stream runs again and
 * again on a book that is empty at its start. Before the clock starts, each engine's trades are
 * compared with those of the others.
 *
 * <p>Uses {@code harness}, and of other modules {@code core}, {@code flow} and {@code hash}.
 */
package dev.tandem.jmh.book;
