/**
 * Flows that load an engine in a stated way, for benchmarks: each says how many live orders,
 * levels, trades and refusals its commands meet. A {@code BookStream} is for a book alone, a {@code
 * KernelFlow} for a whole exchange; both leave the book as they found it.
 */
package dev.tandem.flow.load;
