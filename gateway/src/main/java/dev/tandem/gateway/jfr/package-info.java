/** What Flight Recorder is told of a gateway. */
package dev.tandem.gateway.jfr;
