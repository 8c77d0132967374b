package dev.tandem.jmh.originals;

import dev.tandem.jmh.report.Row;
import java.util.List;

/**
 * What came of one report, done again.
 *
 * @param rows figures; what is claimed is among them, by entrants that begin with {@code CLAIMED}
 * @param findings a sentence for each claim, which begins with what came of it
 */
record Outcome(List<Row> rows, List<String> findings) {}
