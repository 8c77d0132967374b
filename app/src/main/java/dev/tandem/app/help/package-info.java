/** The commands that tell of the program itself: its help and its version. */
package dev.tandem.app.help;
