/** REST: routes, requests, responses and problem details, and the limits of a connection. */
package dev.tandem.gateway.http;
