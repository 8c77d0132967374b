/**
 * What the comparisons with peers have in common: a process for each system, asked in turn, and the
 * machine's mood meanwhile.
 */
package dev.tandem.jmh.compare;
