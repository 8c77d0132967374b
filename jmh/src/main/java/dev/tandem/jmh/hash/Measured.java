package dev.tandem.jmh.hash;

import org.openjdk.jmh.infra.BenchmarkParams;

/** The method that a process measures, so that its set-up makes only what that calls. */
final class Measured {

  private Measured() {}

  /**
   * Calls the method that a process measures once.
   *
   * @throws IllegalStateException if it does not return the digest that is expected
   */
  static void check(Object benchmark, String method, long expected) {
    long found;
    try {
      found = (long) benchmark.getClass().getMethod(method).invoke(benchmark);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(method + " cannot be called", e);
    }
    if (found != expected) {
      throw new IllegalStateException(
          "%s gives %016x, expected %016x".formatted(method, found, expected));
    }
  }

  static String by(BenchmarkParams params) {
    String name = params.getBenchmark();
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
