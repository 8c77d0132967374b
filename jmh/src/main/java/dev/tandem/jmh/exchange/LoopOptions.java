package dev.tandem.jmh.exchange;

import java.util.List;
import picocli.CommandLine.Option;

/** What a study of a kernel's loops takes on its command line: a mixin with defaults of its own. */
final class LoopOptions {

  @Option(names = "--rates", split = ",", description = "Commands a second; 0 for the closed loop.")
  private List<Double> rates;

  @Option(names = "--warm-up", description = "Passes before what is measured.")
  private int warmUp;

  @Option(names = "--seconds", description = "Seconds of an open loop, in whole passes.")
  private double seconds = 0.5;

  LoopOptions(List<Double> rates, int warmUp) {
    this.rates = rates;
    this.warmUp = warmUp;
  }

  /** Commands a second; 0 is the closed loop. */
  List<Double> rates() {
    return rates;
  }

  /** Passes before what is measured. */
  int warmUp() {
    return warmUp;
  }

  /** Of an open loop. */
  double seconds() {
    return seconds;
  }
}
