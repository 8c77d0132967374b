/**
 * The commands that say whether a machine is fit to measure.
 *
 * <p>Uses {@code help} and {@code output}, and of other modules {@code doctor} and {@code flow}.
 */
package dev.tandem.app.doctor;
