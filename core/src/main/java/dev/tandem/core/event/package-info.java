/**
 * What is told: the results stage, {@link dev.tandem.core.event.Results}, turns an answered command
 * into 64-byte event records and their hash, hands them to an {@link
 * dev.tandem.core.event.EventListener} and the answer to a {@link
 * dev.tandem.core.event.ResultHandler}, and keeps what each client was answered.
 *
 * <p>Uses {@code command}.
 */
package dev.tandem.core.event;
