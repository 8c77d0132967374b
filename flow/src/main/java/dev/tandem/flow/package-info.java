/** Flows of commands: read from files, merged, written. */
package dev.tandem.flow;
