/**
 * From a call to a record in the map.
 *
 * <pre>
 *  LogWriter ──▶ ThreadContext ──▶ SegmentAppender ──▶ LogSegment  the caller's thread
 *                 encodes           claims, copies        │
 *                                                         └──▶ SegmentMaintenance: seals, forces, ends
 * </pre>
 *
 * <p>Uses {@code storage} and {@code format}.
 */
package dev.tandem.logger.append;
