/** Processors of a ring: Tandem's beside the Disruptor's own, on the Disruptor's own shapes. */
package dev.tandem.jmh.pipeline;
