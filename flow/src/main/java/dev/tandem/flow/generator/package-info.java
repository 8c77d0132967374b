/**
 * The one generator of flows: for whole exchanges a {@code Flow} by a {@code FlowPlan}, for one
 * book a {@code BookStream} by a {@code BookProfile}, which an exchange takes as a {@code
 * KernelFlow}. How many live orders, levels, trades and refusals the commands meet is stated and
 * tested. Seeds name flows: each of the two ways draws its numbers in its own order, which stays,
 * because hashes and figures of earlier days are of them.
 *
 * <p>Uses {@code flow}, whose types a generated flow is of, and of other modules {@code core}.
 */
package dev.tandem.flow.generator;
