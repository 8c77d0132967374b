/**
 * What survives the process: {@link dev.tandem.core.journal.Journal} writes commands to the log
 * while they are processed, {@link dev.tandem.core.journal.Snapshots} keeps images of the state
 * beside it, and recovery applies the log behind the newest image to a kernel without threads.
 *
 * <p>No stage blocks on the disk: the results stage goes no further than the log has confirmed.
 */
package dev.tandem.core.journal;
