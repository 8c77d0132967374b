/**
 * What every command prints with: exit codes, JSON, figures, progress, a closed pipe.
 *
 * <p>Uses no other room.
 */
package dev.tandem.app.output;
