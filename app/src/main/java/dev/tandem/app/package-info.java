/**
 * The command line as a whole: {@code Main} names the commands, {@code Commands} loads the one that
 * a call names. Each family of commands is a room below.
 */
package dev.tandem.app;
