package dev.tandem.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.history.store.Database;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same history in PostgreSQL: a server that the test starts, where one is installed. */
@Tag("thorough")
class PostgresTest {

  private static final Path INSTALLED = Path.of("/usr/lib/postgresql");

  @TempDir private Path directory;

  private static Path programs() throws IOException {
    if (Files.isDirectory(INSTALLED)) {
      try (DirectoryStream<Path> versions = Files.newDirectoryStream(INSTALLED)) {
        for (Path version : versions) {
          if (Files.isExecutable(version.resolve("bin/initdb"))) {
            return version.resolve("bin");
          }
        }
      }
    }
    return null;
  }

  /** Runs a program of the server, which refuses to be root's. */
  private static void run(String... command) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      words.addAll(List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"));
    }
    words.addAll(List.of(command));
    Path output = Files.createTempFile("postgres", ".log");
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .directory(Path.of("/tmp").toFile())
            .start();
    int code = process.waitFor();
    assertThat(code).as("%s: %s", words, Files.readString(output)).isZero();
    Files.delete(output);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void theSameHistoryIsInPostgres() throws IOException, InterruptedException, SQLException {
    Path programs = programs();
    assumeTrue(programs != null, "no PostgreSQL in " + INSTALLED + ": install postgresql");
    Path data = Path.of("/tmp/tandem-postgres-" + ProcessHandle.current().pid());
    int port = freePort();
    String url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=tandem";
    try {
      run(
          programs.resolve("initdb").toString(),
          "--no-sync",
          "-A",
          "trust",
          "-U",
          "tandem",
          "-D",
          data.toString());
      String options = "-p " + port + " -c listen_addresses=127.0.0.1 -k " + data;
      run(
          programs.resolve("pg_ctl").toString(),
          "-w",
          "-D",
          data.toString(),
          "-l",
          data.resolve("log").toString(),
          "-o",
          options,
          "start");
      try {
        check(url);
      } finally {
        run(
            programs.resolve("pg_ctl").toString(),
            "-w",
            "-m",
            "immediate",
            "-D",
            data.toString(),
            "stop");
      }
    } finally {
      run("rm", "-rf", data.toString());
    }
  }

  private void check(String url) throws SQLException, IOException {
    HistoryFlow flow = new HistoryFlow(directory.resolve("log"), 1);
    flow.live(flow.size() / 2, true);
    Database postgres = Database.of(url);
    try (Follower follower = new Follower(flow.log(), postgres)) {
      follower.open();
      follower.step(Duration.ZERO);
      follower.flush();
    }
    flow.live(flow.size(), false);
    History.build(flow.log(), url, false);
    StoriesOfOrdersTest.checkAll(flow, postgres);
    String file = "jdbc:sqlite:" + directory.resolve("history.db");
    History.rebuild(flow.log(), file);
    List<String> rows = StoriesOfOrdersTest.dump(Database.of(file));
    assertThat(StoriesOfOrdersTest.dump(postgres)).isEqualTo(rows);
    assertThat(DayReportTest.documented(url)).isEqualTo(DayReportTest.documented(file));
    History.rebuild(flow.log(), url);
    assertThat(StoriesOfOrdersTest.dump(postgres)).isEqualTo(rows);
  }
}
