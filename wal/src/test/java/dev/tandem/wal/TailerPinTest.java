package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.append.Positions;
import dev.tandem.wal.format.SegmentNames;
import dev.tandem.wal.storage.SegmentTable;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tailer that cannot read its segment keeps no hold of it: retention would stand still. */
class TailerPinTest {

  @TempDir Path directory;

  private final SegmentTable table = new SegmentTable();
  private final Positions positions = new Positions(-1);

  private void addMissing() {
    table.add(new SegmentTable.Entry(1, 0, SegmentNames.segment(directory, 1)));
    table.add(new SegmentTable.Entry(2, 10, SegmentNames.segment(directory, 2)));
  }

  private Tailer open() throws WalException {
    return new Tailer(table, positions, 0, Durability.WRITTEN);
  }

  @Test
  void whenItIsOpened() {
    addMissing();
    assertThatThrownBy(this::open).isInstanceOf(WalException.class);
    assertThat(table.below(20)).hasSize(1);
  }

  @Test
  void whenItsFirstRecordCame() throws WalException {
    try (Tailer tailer = open()) {
      addMissing();
      positions.publishWrittenVolatile(5);
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(tailer::next).isInstanceOf(WalException.class);
        assertThat(table.below(20)).hasSize(1);
      }
    }
    assertThat(table.below(20)).hasSize(1);
  }
}
