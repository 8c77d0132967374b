/**
 * Tests of the whole system: recorded days, published hashes, parity of the topologies, the command
 * line. All classes are tests, and this artifact is not published.
 */
package dev.tandem.it;
