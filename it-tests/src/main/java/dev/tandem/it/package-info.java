/**
 * Tests of the whole system: recorded days, published hashes, the command line; {@code parity} of
 * topologies and languages, {@code format} for bytes that one language writes and another reads,
 * {@code serve} for the server as a process, {@code crash} for processes that are killed and disks
 * that fail. All classes are tests, and this artifact is not published.
 */
package dev.tandem.it;
