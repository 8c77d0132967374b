/**
 * The gateway as clients meet it: a server process on one CPU, the load on another; requests a
 * second, the server's CPU time for each, and round trips beside a bare echo.
 *
 * <p>Uses {@code harness} and {@code report}, and of other modules {@code client} and {@code
 * doctor}. The gateway is a process of its own.
 */
package dev.tandem.jmh.gateway;
