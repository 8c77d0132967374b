/**
 * Two generators of flows. {@code FlowGenerator} makes a {@code Flow} for a whole exchange by a
 * {@code FlowPlan}. {@code BookMaker} makes a {@code BookStream} for one book by a {@code
 * BookProfile}; {@code KernelFlow} is such a stream for an exchange. How many live orders, levels,
 * trades and refusals the commands meet is stated and tested. A seed names a flow: each generator
 * draws its numbers in an order of its own, which stays, because published hashes and figures
 * depend on it.
 *
 * <p>Uses {@code dev.tandem.flow}, and of other modules {@code core}.
 */
package dev.tandem.flow.generator;
