/** What every command prints with: exit codes, JSON, figures, progress, a closed pipe. */
package dev.tandem.app.output;
