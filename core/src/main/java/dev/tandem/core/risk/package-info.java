/**
 * Users, accounts and holds: one {@link dev.tandem.core.risk.RiskEngine} per shard of users, which
 * is a {@link dev.tandem.core.risk.ShardedRisk} or, in one pass, the {@link
 * dev.tandem.core.risk.OnePassRisk}. The first step reserves the worst case of a command, or has it
 * wait for settlement; the second pays trades and gives back what is left.
 *
 * <p>Objects in here know nothing of threads: one thread at a time. All arithmetic is checked, and
 * an account below zero stops the kernel.
 *
 * <p>Uses {@code api}, {@code command} and {@code state}.
 */
package dev.tandem.core.risk;
