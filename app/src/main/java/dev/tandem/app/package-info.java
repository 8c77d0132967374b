/** The command line: one class for each command, and how they tell figures. */
package dev.tandem.app;
