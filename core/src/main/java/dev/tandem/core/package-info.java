/**
 * The API of the exchange: {@link dev.tandem.core.Exchange} starts, stops and queries a kernel,
 * {@link dev.tandem.core.CommandPublisher} submits without garbage, {@link
 * dev.tandem.core.AsyncCommands} answers with futures, and {@link dev.tandem.core.LoggedState}
 * looks at a log without changing it. {@link dev.tandem.core.Replica} is the same state machine for
 * callers that bring order, time and durability.
 *
 * <p>It puts together what the rooms below do and adds no rule of its own: what a command comes to
 * is decided in {@code kernel} and below.
 *
 * <p>Uses {@code api}, {@code command}, {@code event}, {@code ingress}, {@code journal}, {@code
 * kernel}, {@code matching}, {@code pipeline}, {@code risk}, {@code snapshot}, {@code state} and
 * {@code statemachine}, and of other modules {@code wal}.
 */
package dev.tandem.core;
