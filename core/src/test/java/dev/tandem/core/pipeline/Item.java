package dev.tandem.core.pipeline;

/** The ring's event of these tests: a plain field, like a real one. */
final class Item {

  long value;
}
