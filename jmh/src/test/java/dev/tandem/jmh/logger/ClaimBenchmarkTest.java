package dev.tandem.jmh.logger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Threads;

/** The time of all threads is measured as one, and each thread writes all its records. */
class ClaimBenchmarkTest {

  @Test
  void anOperationIsARecordOfAnyThread() {
    List<Method> methods =
        Arrays.stream(ClaimBenchmark.class.getMethods())
            .filter(m -> m.isAnnotationPresent(Benchmark.class))
            .toList();
    assertThat(methods).hasSize(4);
    for (Method method : methods) {
      int threads = Integer.parseInt(method.getName().substring("threads".length()));
      assertThat(method.getAnnotation(OperationsPerInvocation.class).value())
          .isEqualTo(threads * ClaimBenchmark.RECORDS);
      // JMH's own threads would be timed each by itself.
      assertThat(method.isAnnotationPresent(Threads.class)).isFalse();
    }
  }

  /** A record that is missing fails the end of an iteration. */
  @Test
  void eachWayWritesAllRecordsOfTwoThreads(@TempDir Path folder) throws Exception {
    for (String claim : List.of("FETCH_ADD", "COMPARE_AND_SET", "CHUNK")) {
      ClaimBenchmark benchmark = new ClaimBenchmark();
      benchmark.claim = claim;
      benchmark.directory = folder.toString();
      benchmark.open(2 * ClaimBenchmark.RECORDS);
      benchmark.threads02();
      benchmark.close();
      benchmark.open(2 * ClaimBenchmark.RECORDS);
      benchmark.threads01();
      assertThatThrownBy(benchmark::close).hasMessage("200000 records were written");
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }
}
