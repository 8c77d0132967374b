/** The commands that tell of the program itself: its help, its version, its machine. */
package dev.tandem.app.help;
