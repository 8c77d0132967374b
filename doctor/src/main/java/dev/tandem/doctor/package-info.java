/**
 * Is this machine fit to measure? {@link HostFacts} says how it is set up and what to change,
 * {@link FitnessWatch} what happened to it while something was measured, and {@link SpinMeter} and
 * {@link JitterMeter} what a thread sees of it. Linux; what a system does not report is not judged.
 *
 * <p>Uses no other room.
 */
package dev.tandem.doctor;
