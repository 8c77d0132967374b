/** Drives an exchange with a flow, checks what comes of it, and writes it down. */
package dev.tandem.app.replay;
