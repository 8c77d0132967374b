/**
 * The finder of {@code System.Logger}: the Java platform and whoever logs as it does log through
 * this module.
 */
package dev.tandem.logger.fronts.platform;
