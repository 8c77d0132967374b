package dev.tandem.logger.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Users get keys and modes; what chooses nonces is not theirs to call. */
class PublicTypesTest {

  @Test
  void onlyWhatUsersNeedIsPublic() throws Exception {
    Path classes =
        Path.of(KeyRing.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .resolve(KeyRing.class.getPackageName().replace('.', '/'));
    List<Path> files;
    try (var all = Files.list(classes)) {
      files = all.toList();
    }
    Set<String> names = new TreeSet<>();
    for (Path file : files) {
      String name = file.getFileName().toString().replace(".class", "");
      if (!name.contains("$") && !name.equals("package-info")) {
        Class<?> type = Class.forName(KeyRing.class.getPackageName() + "." + name);
        if (Modifier.isPublic(type.getModifiers())) {
          names.add(name);
        }
      }
    }
    assertThat(names)
        .containsExactly(
            "KeyRing",
            "KeySealing",
            "KeySource",
            "KeyUnsealing",
            "SealException",
            "SealMode",
            "UnknownKeyException",
            "WrongKeyException");
  }
}
