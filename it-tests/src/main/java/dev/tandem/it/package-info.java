/**
 * Tests of the whole system, and the helpers of all rooms: {@code commands} for the command line,
 * {@code days} for recorded days and published hashes, {@code parity} of topologies and languages,
 * {@code format} for bytes that one language writes and another reads, {@code serve} for the server
 * as a process, {@code crash} for processes that are killed and disks that fail, {@code packaging}
 * for what users get, {@code architecture} for the shape of the code. All classes are tests, and
 * this artifact is not published. This file alone is no test: {@code mvn install} fails without a
 * jar, and there is none without a class.
 *
 * <p>Uses no other room, and of other modules {@code app}.
 */
package dev.tandem.it;
