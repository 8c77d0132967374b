/** Flows of commands: read from files, merged, generated, written. */
package dev.tandem.flow;
