/** The bridge from {@code java.util.logging}. */
package dev.tandem.logger.fronts.jul;
