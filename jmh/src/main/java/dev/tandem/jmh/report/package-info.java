/**
 * The report of Tandem beside its peers: every comparison writes its figures as a {@link
 * dev.tandem.jmh.report.Result}, one run measures them all, and one page shows them.
 *
 * <p>Uses {@code harness}, and of other modules {@code doctor}. It starts the comparisons of all
 * rooms, and {@code tandem parity}, by their names, so it uses none of them.
 */
package dev.tandem.jmh.report;
