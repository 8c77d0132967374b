/**
 * The report of Tandem beside its peers: every comparison writes its figures as a {@link
 * dev.tandem.jmh.report.Result}, one run measures them all, and one page shows them.
 */
package dev.tandem.jmh.report;
