/**
 * Benchmarks of the whole kernel, from the publisher to the results.
 *
 * <pre>{@code
 * java -jar jmh/target/benchmarks.jar KernelBenchmark -prof gc
 * }</pre>
 */
package dev.tandem.jmh.exchange;
