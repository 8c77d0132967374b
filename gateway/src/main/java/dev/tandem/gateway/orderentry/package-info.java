/** The one way to the order desk for commands of clients: what is checked before the kernel. */
package dev.tandem.gateway.orderentry;
