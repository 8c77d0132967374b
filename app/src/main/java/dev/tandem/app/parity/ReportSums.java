package dev.tandem.app.parity;

import dev.tandem.app.replay.ReplayLog;
import dev.tandem.app.replay.ReplayOutputs;
import dev.tandem.flow.Flow;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * SHA-256, in hexadecimal, of the reports that {@code tandem replay} writes of a run.
 *
 * @param trades of what {@code --trades} writes
 * @param book of what {@code --book} writes
 */
public record ReportSums(String trades, String book) {

  /** Writes a report. */
  @FunctionalInterface
  private interface Report {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Of a run whose trades were kept.
   *
   * @param books the final ones
   */
  static ReportSums of(Flow flow, ReplayLog log, ReplayOutputs.Books books) {
    return new ReportSums(
        sum(out -> ReplayOutputs.writeTrades(flow, log, out)),
        sum(out -> ReplayOutputs.writeBooks(flow, books, out)));
  }

  private static String sum(Report report) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      report.writeTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
