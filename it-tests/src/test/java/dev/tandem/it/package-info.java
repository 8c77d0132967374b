/**
 * Tests of the whole system, and the helpers of all rooms: {@code commands} for the command line,
 * {@code days} for recorded days and published hashes, {@code parity} of topologies and languages,
 * {@code format} for bytes that one language writes and another reads, {@code serve} for the server
 * as a process, {@code crash} for processes that are killed and disks that fail, {@code packaging}
 * for what users get, {@code architecture} for the shape of the code. All classes are tests, so the
 * artifact is empty, and is not published.
 *
 * <p>Uses no other room, and of other modules {@code app}.
 */
package dev.tandem.it;
