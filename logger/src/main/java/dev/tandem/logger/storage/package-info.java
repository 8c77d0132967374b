/**
 * The files of a store: segments that are made ahead, mapped, sealed, forced, ended, compressed and
 * deleted, the lock of a run, and the threads for it.
 *
 * <p>Uses {@code dev.tandem.logger} and {@code format}.
 */
package dev.tandem.logger.storage;
