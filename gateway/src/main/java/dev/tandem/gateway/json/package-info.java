/** What comes in as JSON is read strictly, and what goes out is written, as a stream. */
package dev.tandem.gateway.json;
