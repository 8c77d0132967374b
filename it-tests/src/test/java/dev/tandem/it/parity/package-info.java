/**
 * The same commands in every kernel of both languages: equal answers, events, states and reports.
 * {@code Shadow} lets the kernel in C++ follow one in Java.
 *
 * <p>May use the helpers of {@code dev.tandem.it}.
 */
package dev.tandem.it.parity;
