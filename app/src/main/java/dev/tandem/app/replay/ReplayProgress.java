package dev.tandem.app.replay;

/**
 * Learns now and then how far a replay is, by the thread that runs it: first of the funding, to its
 * end, then of the flow, to its end.
 */
public interface ReplayProgress {

  /** Reports no progress. */
  ReplayProgress NONE =
      new ReplayProgress() {
        @Override
        public void funded(long done, long all) {}

        @Override
        public void submitted(int done, int all) {}
      };

  /**
   * Users are made and paid; not called without risk.
   *
   * @param done users and payments submitted so far
   * @param all how many there will be: users × (currencies + 1)
   */
  void funded(long done, long all);

  /** Commands of the flow are submitted. */
  void submitted(int done, int all);
}
