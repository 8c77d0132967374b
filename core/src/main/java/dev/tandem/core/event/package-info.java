/**
 * What a listener gets: the 64-byte event records of a command in an {@link
 * dev.tandem.core.event.EventBatch}, for an {@link dev.tandem.core.event.EventRecordListener}, and
 * the answer of the command, for a {@link dev.tandem.core.event.ResultHandler}. The records are
 * created in {@code statemachine.EventRecords}.
 *
 * <p>Uses {@code command}.
 */
package dev.tandem.core.event;
