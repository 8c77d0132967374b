/**
 * What a log call costs its caller, and how much a process can log: Tandem's logger beside its
 * peers, and beside the bare claim-and-copy loops that bound it.
 *
 * <pre>{@code
 * java -cp jmh/target/benchmarks.jar dev.tandem.jmh.logger.LoggerComparison --json logger.json
 * java --sun-misc-unsafe-memory-access=allow -jar jmh/target/benchmarks.jar jmh.logger -prof gc
 * }</pre>
 *
 * <p>Each system has a process and a class path of its own; the peers' jars lie in folders below
 * {@code peers/} beside the benchmarks' jar. Every peer is called through the interface that is its
 * own, with the settings that its manual names for throughput, and none may drop: what is missing
 * in the files is reported as lost.
 *
 * <p>Uses {@code harness} and {@code report}, and of other modules {@code doctor} and {@code
 * logger}.
 */
package dev.tandem.jmh.logger;
