/**
 * The provider of SLF4J 2: a service that has this module on its path logs through it.
 *
 * <p>Uses {@code fronts}, {@code jul} and {@code dev.tandem.logger}.
 */
package dev.tandem.logger.fronts.slf4j;
