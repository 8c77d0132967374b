package dev.tandem.logger.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Settings in environment variables: the key in capitals after {@value #PREFIX}, with underscores
 * for its dots. So a prefix of loggers must be in small letters, without underscores.
 */
final class EnvironmentSettings {
  static final String PREFIX = "TANDEM_LOGGER_";

  /** Names the file of settings, and is none itself. */
  static final String FILE = PREFIX + "CONFIG";

  private EnvironmentSettings() {}

  static List<Setting> of(Map<String, String> environment, UnaryOperator<String> lookup) {
    List<Setting> settings = new ArrayList<>();
    new TreeMap<>(environment)
        .forEach(
            (name, value) -> {
              if (name.startsWith(PREFIX) && !name.equals(FILE)) {
                String where = "environment variable " + name;
                String key =
                    name.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '.');
                String resolved = Placeholders.resolve(value.strip(), where, lookup);
                settings.add(new Setting(key, resolved, where));
              }
            });
    return settings;
  }

  /** Those of a file, but for keys that the environment has, and then those of the environment. */
  static List<Setting> over(List<Setting> file, List<Setting> environment) {
    List<Setting> all = new ArrayList<>(file);
    all.removeIf(given -> environment.stream().anyMatch(other -> other.key().equals(given.key())));
    all.addAll(environment);
    return all;
  }
}
