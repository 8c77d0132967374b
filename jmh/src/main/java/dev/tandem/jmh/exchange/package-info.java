/**
 * Benchmarks of the whole kernel, from the publisher to the results.
 *
 * <pre>{@code
 * java -jar jmh/target/benchmarks.jar KernelBenchmark -prof gc
 * }</pre>
 *
 * <p>Uses {@code harness} and {@code report}, and of other modules {@code app}, {@code core},
 * {@code doctor}, {@code flow} and {@code wal}. Of {@code app} it uses the binding of {@code
 * tandem.h}.
 */
package dev.tandem.jmh.exchange;
