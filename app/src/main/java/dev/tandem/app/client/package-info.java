/**
 * The commands of {@code tandem client}.
 *
 * <p>Uses {@code help} and {@code output}, and of other modules {@code client}.
 */
package dev.tandem.app.client;
