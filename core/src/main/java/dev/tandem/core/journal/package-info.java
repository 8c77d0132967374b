/**
 * What survives the process: {@link dev.tandem.core.journal.Journal} writes commands to the log
 * while they are processed, {@link dev.tandem.core.journal.Snapshots} keeps images of the state
 * beside it, and recovery applies the log behind the newest image to a kernel without threads.
 *
 * <p>Nothing in here is waited for by a stage: the results stage looks at how far the log has
 * confirmed.
 */
package dev.tandem.core.journal;
