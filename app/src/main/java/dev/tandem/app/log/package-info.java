/**
 * {@code tandem log}: log files read, followed, checked, searched, counted, and written for load.
 */
package dev.tandem.app.log;
