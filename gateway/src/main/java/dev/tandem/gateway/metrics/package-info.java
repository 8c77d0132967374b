/** What a gateway counts of itself, and what Flight Recorder is told of it. */
package dev.tandem.gateway.metrics;
