/**
 * What is told, as who listens sees it: the 64-byte event records of a command in an {@link
 * dev.tandem.core.event.EventBatch}, handed to an {@link dev.tandem.core.event.EventListener}, and
 * its answer, handed to a {@link dev.tandem.core.event.ResultHandler}.
 *
 * <p>Uses {@code command}.
 */
package dev.tandem.core.event;
