/**
 * The provider of SLF4J 2: a service that has this module on its path logs through it.
 *
 * <p>Uses {@code dev.tandem.logger}, {@code fronts} and {@code fronts.jul}.
 */
package dev.tandem.logger.fronts.slf4j;
