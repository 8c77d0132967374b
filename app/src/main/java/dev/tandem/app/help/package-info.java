/**
 * The commands about the program itself: its help and its version.
 *
 * <p>Uses {@code output}.
 */
package dev.tandem.app.help;
