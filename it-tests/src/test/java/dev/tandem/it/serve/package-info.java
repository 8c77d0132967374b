/**
 * {@code tandem serve} as a process: its page, its sessions, its load while idle and while busy.
 *
 * <p>May use the helpers of {@code dev.tandem.it}.
 */
package dev.tandem.it.serve;
