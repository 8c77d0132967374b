/**
 * What survives the process: {@link dev.tandem.core.journal.WalJournal} writes commands to the log
 * while they are processed, and recovery applies the log after the newest snapshot to a kernel
 * without threads.
 *
 * <p>No stage blocks on the disk: the results stage goes no further than the log has confirmed.
 *
 * <p>Uses {@code api}, {@code command}, {@code event}, {@code snapshot}, {@code state} and {@code
 * statemachine}, and of other modules {@code hash} and {@code wal}.
 */
package dev.tandem.core.journal;
