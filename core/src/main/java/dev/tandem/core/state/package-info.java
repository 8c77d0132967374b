/**
 * The state of a kernel as data: tables of 64-bit words in one canonical order, the same for equal
 * states whatever the topology and the history. Stages copy themselves on their own threads, and
 * another thread makes the tables of those copies. The rules that change the state are in {@code
 * statemachine} and below, the files of it in {@code snapshot}.
 *
 * <p>Uses {@code command}, and of other modules {@code hash}.
 */
package dev.tandem.core.state;
