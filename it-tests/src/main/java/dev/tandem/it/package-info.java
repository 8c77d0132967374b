/**
 * Tests of the whole system: recorded days, published hashes, parity of the topologies, the command
 * line. There is nothing to deliver in here.
 */
package dev.tandem.it;
