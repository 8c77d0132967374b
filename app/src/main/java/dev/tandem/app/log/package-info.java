/**
 * {@code tandem log}: log files read, followed, checked, searched, counted, and written for load.
 *
 * <p>Uses {@code help} and {@code output}, and of other modules {@code logger}.
 */
package dev.tandem.app.log;
