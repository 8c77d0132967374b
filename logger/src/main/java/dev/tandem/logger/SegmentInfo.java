package dev.tandem.logger;

import java.nio.file.Path;

/**
 * A segment, as a sealing sees it.
 *
 * @param file the plain file, mapped while it is written
 * @param run names the store's run: no other run of any process has it
 * @param number counts the segments of the run, from 1
 * @param capacity bytes of the file, its header included
 */
public record SegmentInfo(Path file, String run, long number, long capacity) {}
