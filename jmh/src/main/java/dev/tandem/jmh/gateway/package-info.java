/**
 * The gateway as clients meet it: a server process on one CPU, the load on another; requests a
 * second, the server's CPU time for each, and round trips beside a bare echo.
 */
package dev.tandem.jmh.gateway;
