/**
 * Claims of the earlier reports that this project began from, measured again, each beside its
 * claim.
 */
package dev.tandem.jmh.originals;
