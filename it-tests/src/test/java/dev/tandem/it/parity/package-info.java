/**
 * The same commands in every kernel of both languages: equal answers, events, states and reports.
 * {@code Shadow} lets the kernel in C++ follow one in Java.
 *
 * <p>Uses {@code dev.tandem.it}, and of other modules {@code app}, {@code core}, {@code flow},
 * {@code hash} and {@code wal}.
 */
package dev.tandem.it.parity;
