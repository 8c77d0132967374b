package dev.tandem.logger.config;

import java.util.function.BiConsumer;

/**
 * A setting, as the table in the documents has it.
 *
 * @param values what it takes
 * @param byDefault what counts where it is not given; empty if nothing does
 * @param taken puts a value into the configuration, or only looks if it is right
 */
record SettingKey(
    String name,
    String values,
    String byDefault,
    String meaning,
    BiConsumer<LoggingConfig.Builder, Setting> taken) {

  /** A row of the table. */
  String row() {
    String given = byDefault.isEmpty() ? "" : "`" + byDefault + "`";
    return "| `" + name + "` | " + values + " | " + given + " | " + meaning + " |";
  }
}
