package dev.tandem.gateway.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.reports.FeedPlaces.Place;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an earlier start has remembered of the numbers of reports. */
class FeedPlacesTest {

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("places");
  }

  private static List<Place> of(Place... places) {
    return List.of(places);
  }

  @Test
  void whatIsRememberedIsThereAfterAnyEnd() throws IOException {
    FeedPlaces first = FeedPlaces.open(file);
    assertThat(first.found()).isEmpty();
    first.begin(1_000, true, List.of());
    first.begun(new Place(1, 5, 10), List::of);
    first.reached(of(new Place(1, 9, 20)), List::of);
    first.begun(new Place(-2, 30, 25), List::of);
    first.begun(new Place(1, 50, 30), List::of);
    first.reached(of(new Place(1, 51, 40), new Place(-2, 31, 40)), List::of);
    // Not closed.
    try (FeedPlaces second = FeedPlaces.open(file)) {
      assertThat(second.runs()).containsExactly(1_000L);
      assertThat(second.highest()).isEqualTo(51);
      assertThat(second.found())
          .containsOnly(
              Map.entry(1L, of(new Place(1, 50, 30), new Place(1, 51, 40))),
              Map.entry(-2L, of(new Place(-2, 30, 25), new Place(-2, 31, 40))));
      second.begin(2_000, true, of(new Place(1, 51, 40)));
    }
    try (FeedPlaces third = FeedPlaces.open(file)) {
      assertThat(third.runs()).containsExactly(1_000L, 2_000L);
      assertThat(third.found().get(1L).getLast()).isEqualTo(new Place(1, 51, 40));
      third.begin(3_000, false, List.of());
      assertThat(third.runs()).containsExactly(3_000L);
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  /** The file may lack what it had, so what clients name of it is worth nothing. */
  @Test
  void afterALossOfPowerNoStartContinues() throws IOException {
    FeedPlaces first = FeedPlaces.open(file, 7);
    first.begin(1_000, true, List.of());
    first.begun(new Place(1, 5, 10), List::of);
    // Not closed, and the machine started again.
    FeedPlaces second = FeedPlaces.open(file, 9);
    assertThat(second.runs()).isEmpty();
    assertThat(second.highest()).isEqualTo(5);
    second.begin(2_000, true, List.of());
    second.close();
    // Stopped in order before the machine was.
    try (FeedPlaces third = FeedPlaces.open(file, 11)) {
      assertThat(third.runs()).containsExactly(2_000L);
      third.begin(3_000, true, List.of());
    }
    // A look that begins nothing changes nothing.
    FeedPlaces.open(file, 13).close();
    assertThat(FeedPlaces.open(file, 15).runs()).containsExactly(2_000L, 3_000L);
  }

  /** As on a full disk: an older state must not be taken for the newest. */
  @Test
  void whatCannotBeWrittenIsNotContinued() throws IOException {
    FeedPlaces first = FeedPlaces.open(file);
    first.begin(1_000, true, List.of());
    List<Place> many = new ArrayList<>();
    for (int user = 1; user <= FeedPlaces.RECORDS; user++) {
      many.add(new Place(user, user, user));
    }
    first.reached(many, () -> many);
    first.reached(of(new Place(1, 9, 20)), () -> many);
    first.close();
    try (FeedPlaces second = FeedPlaces.open(file)) {
      assertThat(second.runs()).isEmpty();
      assertThat(second.found()).isEmpty();
    }
  }

  /** Both halves are used in turn, and what was forgotten and has begun anew stays apart. */
  @Test
  void manyPlacesTakeTheOtherHalf() throws IOException {
    Map<Long, Place> now = new TreeMap<>();
    long command = 0;
    try (FeedPlaces places = FeedPlaces.open(file)) {
      places.begin(1, true, List.of());
      for (int i = 0; i < 3 * FeedPlaces.RECORDS; i++) {
        long user = i % 7;
        command++;
        now.put(user, new Place(user, i + 1_000L, command));
        if (i % 1_000 == 5) {
          places.begun(now.get(user), () -> new ArrayList<>(now.values()));
        } else {
          places.reached(of(now.get(user)), () -> new ArrayList<>(now.values()));
        }
      }
    }
    assertThat(Files.size(file)).isLessThanOrEqualTo(2L * 32 * FeedPlaces.RECORDS);
    try (FeedPlaces places = FeedPlaces.open(file)) {
      assertThat(places.runs()).containsExactly(1L);
      for (Place last : now.values()) {
        List<Place> found = places.found().get(last.user());
        assertThat(found.getLast()).isEqualTo(last);
        assertThat(found).isSortedAccordingTo((a, b) -> Long.compare(a.command(), b.command()));
      }
    }
  }

  /** What is torn or changed is not believed, nor what is behind it. */
  @Test
  void whatIsDamagedIsNotBelieved() throws IOException {
    try (FeedPlaces places = FeedPlaces.open(file)) {
      places.begin(1, true, List.of());
      for (long user = 1; user <= 20; user++) {
        places.begun(new Place(user, 5, 10), List::of);
      }
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      // The first half is the one that was not used.
      channel.write(ByteBuffer.wrap(new byte[] {77}), 32L * FeedPlaces.RECORDS + 32 * 12 + 1);
    }
    try (FeedPlaces places = FeedPlaces.open(file)) {
      assertThat(places.found()).hasSize(10);
    }
  }

  /** More users than it has room for are none: the file says nothing rather than a part. */
  @Test
  void tooManyUsersAreNone() throws IOException {
    List<Place> all = new ArrayList<>();
    try (FeedPlaces places = FeedPlaces.open(file)) {
      places.begin(1, true, List.of());
      for (long user = 1; user <= FeedPlaces.RECORDS; user++) {
        all.add(new Place(user, 5, 10));
        places.begun(all.getLast(), () -> all);
      }
    }
    try (FeedPlaces places = FeedPlaces.open(file)) {
      assertThat(places.found()).isEmpty();
      assertThat(places.runs()).isEmpty();
    }
  }
}
