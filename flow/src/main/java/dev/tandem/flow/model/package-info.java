/**
 * The contract of the exchange as a plain serial model, {@code NaiveExchange}, that shares no code
 * with the stages; {@code NaiveRefusals} has every reason to refuse a command in its order. It is
 * slow and small. {@code tandem parity} and tests compare it with every kernel. Among the tests are
 * hostile flows, drawn at random; {@code SerialEquivalenceTest} compares what the model and each
 * topology make of them.
 *
 * <p>Uses no other room, and of other modules {@code core} and {@code hash}. Of {@code core} it
 * knows commands and views.
 */
package dev.tandem.flow.model;
