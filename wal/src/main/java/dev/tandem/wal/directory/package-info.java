/** Directories whose names are durable; exported to the kernel's snapshots alone. */
package dev.tandem.wal.directory;
