/**
 * REST: routes, requests, responses and problem details, and the limits of a connection.
 *
 * <p>Uses {@code access}, {@code bridge}, {@code command}, {@code json}, {@code metrics}, {@code
 * orderentry} and {@code websocket}, and of other modules {@code client} and {@code core}.
 */
package dev.tandem.gateway.http;
