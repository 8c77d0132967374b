package dev.tandem.it.crash;

/** What a run of crashes came to. */
final class Tally {

  long crashes;
  long acknowledged;
  long lost;
  String example = "";

  void add(Examination.Finding finding) {
    crashes++;
    acknowledged += finding.acknowledged();
    lost += finding.lost();
    if (finding.lost() > 0) {
      example = ", for example " + finding.example();
    }
  }

  @Override
  public String toString() {
    return crashes
        + " crashes, "
        + acknowledged
        + " acknowledgements examined, "
        + lost
        + " lost"
        + example;
  }
}
