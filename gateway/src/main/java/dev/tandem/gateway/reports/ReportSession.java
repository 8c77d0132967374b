package dev.tandem.gateway.reports;

import io.netty.buffer.ByteBuf;

/** A session that subscribes to users' reports. On the event loop. */
public interface ReportSession {

  /** Whether a report can be sent now. */
  boolean takesReports();

  /**
   * A report, to be sent.
   *
   * @param number of the report among those of its user
   * @param report released by the callee
   * @param live whether it is new; otherwise it was kept
   * @return false if it is left for later: then it comes again, as a kept one
   */
  boolean push(ReportReader reader, long number, ByteBuf report, boolean live);

  /** It does not read, and reports that it has not got are not kept any more. */
  void tooSlowForReports();

  /** It has thrown this, which is logged, and ends; the others continue. */
  void failed(Throwable thrown);
}
