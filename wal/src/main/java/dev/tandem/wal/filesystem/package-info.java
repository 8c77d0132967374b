/**
 * What a log needs of a file system beyond the JDK: directories whose names are durable, private
 * files, deletion of directory trees. It knows nothing of logs. Exported to {@code core} alone.
 *
 * <p>Uses no other room.
 */
package dev.tandem.wal.filesystem;
