/**
 * What a log needs of a file system and the JDK has not: directories whose names are durable. It
 * knows nothing of logs. Exported to the kernel's snapshots alone.
 *
 * <p>Uses no other room.
 */
package dev.tandem.wal.filesystem;
