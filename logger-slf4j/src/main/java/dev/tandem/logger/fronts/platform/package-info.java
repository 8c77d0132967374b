/**
 * The provider of {@code System.Logger}: the Java platform, and programs that log as it does, log
 * through this module.
 *
 * <p>Uses {@code fronts} and {@code dev.tandem.logger}.
 */
package dev.tandem.logger.fronts.platform;
