package dev.tandem.logger;

import java.nio.file.Path;

/**
 * What a sealing needs to know of a segment.
 *
 * @param file the plain file, mapped while it is written
 * @param run names the store's run: no other run of any process has it
 * @param number counts the segments of the run, from 1
 * @param capacity bytes of the file, its header included
 */
public record SegmentInfo(Path file, String run, long number, long capacity) {}
