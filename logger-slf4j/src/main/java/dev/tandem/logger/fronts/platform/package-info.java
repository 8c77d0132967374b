/**
 * The provider of {@code System.Logger}: the Java platform, and programs that log as it does, log
 * through this module.
 *
 * <p>Uses {@code dev.tandem.logger} and {@code fronts}.
 */
package dev.tandem.logger.fronts.platform;
