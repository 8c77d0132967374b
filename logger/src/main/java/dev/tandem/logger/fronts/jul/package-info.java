/**
 * The bridge from {@code java.util.logging}.
 *
 * <p>Uses {@code dev.tandem.logger}, {@code config} and {@code fronts}.
 */
package dev.tandem.logger.fronts.jul;
