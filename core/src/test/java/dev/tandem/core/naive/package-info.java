/**
 * The contract of the exchange as a plain serial model, {@code NaiveExchange}, that shares no code
 * with the stages; {@code NaiveRefusals} has every reason to refuse a command in its order. Hostile
 * flows are drawn at random, and {@code SerialEquivalenceTest} compares what the model and each
 * topology make of them. Tests of other modules use the model, too.
 */
package dev.tandem.core.naive;
