/**
 * {@code tandem serve} as a process: its page, its sessions, its load while idle and while busy.
 *
 * <p>Uses {@code dev.tandem.it}, and of other modules {@code client}.
 */
package dev.tandem.it.serve;
