package dev.tandem.it.crash;

import java.nio.file.Path;

/**
 * What a child is to do.
 *
 * @param kind the log it opens
 * @param directory of the log
 * @param board where it reports
 * @param life its number, in every record it appends
 * @param segmentBytes size of the log's segments
 * @param recordBytes size of every record; 0 for all sizes
 * @param each records of each producer; none for as many as there is room to report
 * @param producers how many append
 * @param retain how many of the newest records it keeps; none for all
 */
record VictimOrder(
    LogUnderTest.Kind kind,
    Path directory,
    Path board,
    int life,
    int segmentBytes,
    int recordBytes,
    long each,
    int producers,
    long retain) {

  private static final String SEPARATOR = "\t";

  static VictimOrder parse(String line) {
    String[] words = line.split(SEPARATOR, -1);
    return new VictimOrder(
        LogUnderTest.Kind.valueOf(words[0]),
        Path.of(words[1]),
        Path.of(words[2]),
        Integer.parseInt(words[3]),
        Integer.parseInt(words[4]),
        Integer.parseInt(words[5]),
        Long.parseLong(words[6]),
        Integer.parseInt(words[7]),
        Long.parseLong(words[8]));
  }

  String line() {
    return String.join(
        SEPARATOR,
        kind.name(),
        directory.toString(),
        board.toString(),
        Integer.toString(life),
        Integer.toString(segmentBytes),
        Integer.toString(recordBytes),
        Long.toString(each),
        Integer.toString(producers),
        Long.toString(retain));
  }

  /** The same, where the log's files are written as by default. */
  VictimOrder inDefaultStore() {
    return kind != LogUnderTest.Kind.CHRONICLE_WRITTEN
        ? this
        : new VictimOrder(
            LogUnderTest.Kind.TANDEM_WRITTEN,
            directory,
            board,
            life,
            segmentBytes,
            recordBytes,
            each,
            producers,
            retain);
  }

  /** Another life on the same log. */
  VictimOrder next(Path newBoard, long newEach) {
    return new VictimOrder(
        kind, directory, newBoard, life + 1, segmentBytes, recordBytes, newEach, producers, retain);
  }
}
