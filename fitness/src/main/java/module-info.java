/**
 * Whether a machine is fit to measure: its set-up, and what happened while something was measured.
 */
module dev.tandem.fitness {
  requires java.management;

  exports dev.tandem.fitness;
}
