/**
 * A memory-mapped logger: records are claimed without waiting, survive the death of the process,
 * and can be encrypted so that a lost, reordered or changed block is seen.
 */
package dev.tandem.logger;
