/**
 * Whether a machine is fit to measure: its set-up, and what happened while something was measured.
 */
module dev.tandem.doctor {
  requires java.management;

  exports dev.tandem.doctor;
}
