package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.wal.filesystem.DirectoryTrees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryTreesTest {

  @TempDir private Path place;

  @Test
  void aTreeGoesAndWhatItLinksToStays() throws IOException {
    Path kept = Files.writeString(place.resolve("kept"), "mine");
    Path keptDirectory = Files.createDirectory(place.resolve("kept-directory"));
    Files.writeString(keptDirectory.resolve("file"), "mine");
    Path tree = place.resolve("tree");
    Files.createDirectories(tree.resolve("a").resolve("b"));
    Files.writeString(tree.resolve("a").resolve("b").resolve("file"), "text");
    Files.createSymbolicLink(tree.resolve("link"), kept);
    Files.createSymbolicLink(tree.resolve("a").resolve("directory-link"), keptDirectory);
    Files.createSymbolicLink(tree.resolve("dangling"), place.resolve("nowhere"));
    DirectoryTrees.delete(tree);
    assertThat(tree).doesNotExist();
    assertThat(kept).hasContent("mine");
    assertThat(keptDirectory.resolve("file")).hasContent("mine");
    DirectoryTrees.delete(tree);
    DirectoryTrees.delete(kept);
    assertThat(kept).doesNotExist();
  }
}
