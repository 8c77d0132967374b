/** The one door to the desk for commands of clients: what is checked before the kernel. */
package dev.tandem.gateway.entry;
