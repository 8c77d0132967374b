/**
 * Crash tests: processes that are killed, disks that fill up, fail or lose what was not forced, and
 * what is found afterwards. Most run a process of their own ({@code Victim}, {@code
 * ExchangeVictim}, {@code tandem serve}), end it at a random moment, and examine what it has left.
 *
 * <p>How many crashes there are is said by {@code CrashScale}.
 *
 * <p>Uses {@code dev.tandem.it} and {@code serve}, and of other modules {@code app}, {@code
 * client}, {@code core}, {@code flow}, {@code gateway}, {@code logger} and {@code wal}.
 */
package dev.tandem.it.crash;
