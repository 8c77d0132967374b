/**
 * The state of a kernel as data: tables of 64-bit words in one canonical order, the same for equal
 * states whatever the topology and the history, and the copies that stages make of themselves on
 * their own threads, from which tables are made on another.
 *
 * <p>Uses {@code command}, and of other modules {@code hash}.
 */
package dev.tandem.core.state;
