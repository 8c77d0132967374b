/** The commands that clients send, whatever the protocol: their fields, limits and roles. */
package dev.tandem.gateway.request;
