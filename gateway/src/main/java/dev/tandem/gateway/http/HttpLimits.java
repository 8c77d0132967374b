package dev.tandem.gateway.http;

import java.time.Duration;

/**
 * What one connection may cost.
 *
 * @param connections most connections at once, streams too
 * @param bodyBytes most bytes of a request's body or a stream's message
 * @param requestTime from the first byte of a request to its last
 * @param responseTime how long a client may take to read a response
 * @param idleTime how long a connection may stay open without a request
 */
public record HttpLimits(
    int connections,
    int bodyBytes,
    Duration requestTime,
    Duration responseTime,
    Duration idleTime) {

  /** 1,024 connections, 16 KiB, 10 s, 30 s and a minute. */
  public static final HttpLimits DEFAULT =
      new HttpLimits(
          1_024, 16 << 10, Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(60));
}
