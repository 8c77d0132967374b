/** The commands that tell whether a machine is fit to measure. */
package dev.tandem.app.doctor;
