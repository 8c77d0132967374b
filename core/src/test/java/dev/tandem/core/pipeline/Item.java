package dev.tandem.core.pipeline;

/** The ring's event of these tests: plain fields, like a real one. */
final class Item {

  static final GroupMarks<Item> MARKS =
      new GroupMarks<>() {
        @Override
        public boolean isCutRequested(Item item) {
          return item.cutRequested;
        }

        @Override
        public boolean isEndOfGroup(Item item) {
          return item.endOfGroup;
        }

        @Override
        public void setEndOfGroup(Item item, boolean endOfGroup) {
          item.endOfGroup = endOfGroup;
        }
      };

  long value;
  boolean cutRequested;

  /** Dirty from the start, as if an earlier lap had left it: who reads it must have cleared it. */
  boolean endOfGroup = true;
}
