package dev.tandem.gateway;

import dev.tandem.core.BookFollower;
import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.gateway.binary.BinarySessions;
import dev.tandem.gateway.bridge.AnswerListener;
import dev.tandem.gateway.command.Listings;
import dev.tandem.gateway.metrics.GatewayCounts;
import dev.tandem.gateway.reports.ReportFeeds;
import dev.tandem.gateway.spi.ProtocolServer;
import dev.tandem.gateway.websocket.StreamSessions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * The reports of all protocols, each from the place where its files are, made again from the log's
 * commands while these are applied again. Files are opened at the first call, when no other process
 * can write to them any more. On the thread that starts the gateway.
 */
final class RestoredReports implements BookFollower {

  /** Opens a protocol. */
  interface Opening {
    ProtocolServer open() throws IOException;
  }

  private final int kept;
  private final Path directory;
  private final Listings listings;
  private final Opening opening;
  private final List<AnswerListener> listeners = new ArrayList<>();
  private ReportFeeds streams;
  private ReportFeeds numbered;
  private ProtocolServer protocol;

  /**
   * @param listings gets what the log has, before what is reported of it
   * @param opening of the protocol of another artifact; null if there is none
   */
  RestoredReports(GatewaySettings settings, Listings listings, Opening opening) {
    this.listings = listings;
    kept = settings.reportHistory;
    directory = settings.directory;
    this.opening = opening;
  }

  /** Without files: the reports of this start alone. */
  static RestoredReports none(GatewaySettings settings) {
    RestoredReports none = new RestoredReports(settings, new Listings(), null);
    none.streams = new ReportFeeds(none.kept);
    none.numbered = new ReportFeeds(none.kept);
    return none;
  }

  private void open() {
    if (numbered != null) {
      return;
    }
    try {
      streams = ReportFeeds.open(kept, directory.resolve("reports.stream"));
      numbered = ReportFeeds.open(kept, directory.resolve("reports.binary"));
      listeners.add(StreamSessions.reportsInto(streams));
      listeners.add(BinarySessions.reportsInto(numbered));
      protocol = opening == null ? null : opening.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void onStart(List<SymbolSpec> symbols, SortedMap<Integer, Naming> currencyNames) {
    symbols.forEach(listings::add);
    currencyNames.forEach(listings::add);
  }

  @Override
  public void onStart(BookSnapshot book) {
    open();
    if (protocol != null) {
      protocol.onStart(book);
    }
  }

  @Override
  public void onResult(Command answer) throws Exception {
    open();
    listings.answered(answer);
    listeners.forEach(listener -> listener.onAnswer(answer));
    if (protocol != null) {
      protocol.onResult(answer);
    }
  }

  /**
   * All commands of the log have been applied again.
   *
   * @param commands how many the log has
   */
  void started(long commands) {
    open();
    streams.started(commands);
    numbered.started(commands);
  }

  /** Those of streams. */
  ReportFeeds streams() {
    return streams;
  }

  /** Those of the binary protocol. */
  ReportFeeds numbered() {
    return numbered;
  }

  /** The protocol of another artifact; null if there is none, or none was opened. */
  ProtocolServer protocol() {
    return protocol;
  }

  /** How many are kept, and what they cost. */
  void addGauges(GatewayCounts to) {
    to.gauge(
        "reports.kept",
        "Execution reports kept for who comes back",
        () -> streams.kept() + numbered.kept());
    to.gauge(
        "reports.kept.bytes",
        "What the kept execution reports cost",
        () -> streams.keptBytes() + numbered.keptBytes());
  }

  /** When nothing is reported any more; the protocol is closed by itself. */
  void close() {
    if (numbered != null) {
      streams.close();
      numbered.close();
    }
  }
}
