package dev.tandem.wal.append;

import dev.tandem.wal.storage.SegmentSupply;
import dev.tandem.wal.storage.SegmentTable;

/**
 * What a log's writer works with.
 *
 * @param batches where records come from
 * @param sleep where it waits for them
 * @param confirmations whom it tells what is written and synced
 * @param table the segments that readers find
 * @param supply where new segments come from
 * @param failure why the log has ended, if it has
 * @param retention what deletes segments that nobody needs
 */
record LogParts(
    Batches batches,
    WriterSleep sleep,
    Confirmations confirmations,
    SegmentTable table,
    SegmentSupply supply,
    LogFailure failure,
    Retention retention) {}
