package dev.tandem.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MomentTest {

  private static final String CPUS = "/sys/devices/system/cpu/cpu";

  @TempDir Path root;

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path.substring(1));
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Moment moment() {
    return Moment.of(new HostFiles(root), new TaskReader());
  }

  @Test
  void thePressureOfEachKindIsRead() throws IOException {
    assertThat(moment().pressureKnown()).isFalse();
    int micros = 100;
    for (String kind : new String[] {"cpu", "io", "memory"}) {
      write(
          "/proc/pressure/" + kind,
          """
          some avg10=0.00 avg60=0.04 avg300=0.03 total=%d
          full avg10=0.00 avg60=0.00 avg300=0.00 total=7
          """
              .formatted(++micros));
    }
    Moment moment = moment();
    assertThat(moment.pressureKnown()).isTrue();
    assertThat(moment.cpuPressureMicros()).isEqualTo(101);
    assertThat(moment.ioPressureMicros()).isEqualTo(102);
    assertThat(moment.memoryPressureMicros()).isEqualTo(103);
  }

  /** Cores count for themselves; all CPUs of a package count its events, some of them not all. */
  @Test
  void heatOfCoresAndOfPackagesIsCounted() throws IOException {
    assertThat(moment().hotEvents()).isZero();
    int[] ofPackage = {5, 4, 9, 9};
    for (int cpu = 0; cpu < 4; cpu++) {
      write(CPUS + cpu + "/thermal_throttle/core_throttle_count", (cpu + 1) * 100 + "\n");
      write(CPUS + cpu + "/thermal_throttle/package_throttle_count", ofPackage[cpu] + "\n");
      write(CPUS + cpu + "/topology/physical_package_id", cpu / 2 + "\n");
    }
    assertThat(moment().hotEvents()).isEqualTo(1_000 + 5 + 9);
    write(CPUS + "1/thermal_throttle/package_throttle_count", "6\n");
    assertThat(moment().hotEvents()).isEqualTo(1_000 + 6 + 9);
  }

  @Test
  void aPackageWithoutANumberIsOne() throws IOException {
    write(CPUS + "0/thermal_throttle/package_throttle_count", "3\n");
    write(CPUS + "1/thermal_throttle/package_throttle_count", "2\n");
    assertThat(moment().hotEvents()).isEqualTo(3);
  }
}
