/**
 * Where clients' commands go into the kernel and its answers come back, on the one event loop of
 * the gateway; the protocols are on the floor above.
 */
package dev.tandem.gateway.desk;
