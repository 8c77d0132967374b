/** The binary protocol over TCP: messages of fixed layouts, sessions, and what they follow. */
package dev.tandem.gateway.binary;
