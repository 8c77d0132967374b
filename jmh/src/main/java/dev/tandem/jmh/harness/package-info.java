/**
 * What runs the comparisons with peers: a process for each system, asked in turn, and the machine's
 * mood meanwhile. What they find is told by {@code report}.
 */
package dev.tandem.jmh.harness;
