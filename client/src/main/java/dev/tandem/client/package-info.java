/** A client of a Tandem gateway over its binary protocol. */
package dev.tandem.client;
