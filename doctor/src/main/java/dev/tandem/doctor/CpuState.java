package dev.tandem.doctor;

/**
 * How fast a CPU runs and how far apart two of them are, at one moment. A host changes both under a
 * virtual machine, within minutes and unseen by its counters; so a figure says under which it was
 * taken. One meter serves all threads, one after the other.
 *
 * @param stepNanos see {@link SpinMeter}
 * @param roundTripNanos see {@link HandOverMeter}; NaN where that is not known
 */
public record CpuState(double stepNanos, double roundTripNanos) {

  private static final SpinMeter SPIN = new SpinMeter();

  /** Measures it on an idle machine; takes 10 to 40 ms, longer on a busy one. */
  public static synchronized CpuState now() {
    return new CpuState(SPIN.nanosPerStep(), HandOverMeter.roundTripNanos());
  }

  /** Whether the CPUs share no cache; false where that is not known. */
  public boolean isFar() {
    return roundTripNanos >= HandOverMeter.FAR_NANOS;
  }
}
