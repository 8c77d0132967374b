/**
 * From a call to a record in the map.
 *
 * <pre>
 *  LogWriter ──▶ ThreadContext ──▶ SegmentAppender ──▶ LogSegment  the caller's thread
 *                 encodes           claims, copies        │
 *                                                         └──▶ SegmentMaintenance: seals, forces, ends
 * </pre>
 *
 * <p>Uses {@code dev.tandem.logger}, {@code format} and {@code storage}.
 */
package dev.tandem.logger.append;
