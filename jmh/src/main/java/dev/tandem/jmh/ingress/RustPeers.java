package dev.tandem.jmh.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Channels of Rust: a program beside this one, if it was built. */
enum RustPeers {
  CROSSBEAM("crossbeam-channel 0.5.17", "one for all receivers"),
  FLUME("flume 0.12.0", "one for all receivers"),
  RTRB("rtrb 0.3.6", "one for each pair of sender and receiver");

  private final String crate;
  private final String arrangement;

  RustPeers(String crate, String arrangement) {
    this.crate = crate;
    this.arrangement = arrangement;
  }

  /** The crate and its version, as {@code peers-rust/Cargo.toml} has them. */
  String crate() {
    return crate;
  }

  /** What it is, of which version, and how it is set up. */
  String about() {
    return crate + ", bounded; " + arrangement + "; a release build with link-time optimization";
  }

  /** How it stands between senders and several receivers, in words. */
  String arrangement() {
    return arrangement;
  }

  /** Its name in the table. */
  String title() {
    return "RUST_" + name();
  }

  /**
   * Runs one request in a process of its own.
   *
   * @return what it printed, as JSON
   * @throws IOException if it failed, with what it said
   */
  String ask(Path program, String request) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.add(name().toLowerCase(Locale.ROOT));
    command.addAll(List.of(request.split(" ", -1)));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8).trim();
    try {
      if (process.waitFor() != 0) {
        throw new IOException(said.lines().reduce((first, last) -> last).orElse("no word"));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    return said;
  }
}
