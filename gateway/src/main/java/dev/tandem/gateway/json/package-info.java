/**
 * What comes in as JSON is read strictly, and what goes out is written, as a stream.
 *
 * <p>Uses no other room.
 */
package dev.tandem.gateway.json;
