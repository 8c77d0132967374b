/**
 * REST: routes, requests, responses and problem details, and the limits of a connection.
 *
 * <p>Uses {@code access}, {@code bridge}, {@code command}, {@code json}, {@code metrics}, {@code
 * orderentry} and {@code websocket}, and of other modules {@code client}, {@code core} and {@code
 * history}.
 */
package dev.tandem.gateway.http;
