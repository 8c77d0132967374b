package dev.tandem.jmh.hash;

import org.openjdk.jmh.infra.BenchmarkParams;

/** The method that a process measures, so that its set-up makes only what that calls. */
final class Measured {

  private Measured() {}

  static String by(BenchmarkParams params) {
    String name = params.getBenchmark();
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
