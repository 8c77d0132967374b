/** Flows of commands: made by {@code generator}, read from files, merged, written. */
package dev.tandem.flow;
