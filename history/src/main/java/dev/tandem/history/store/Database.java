package dev.tandem.history.store;

import dev.tandem.core.api.RecordMark;
import dev.tandem.wal.filesystem.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a history is: a file of SQLite, or a database of PostgreSQL. Any thread. */
public final class Database {

  /** The name of the file of a history, unless another one is named. */
  public static final String USUAL_FILE = "history.db";

  private static final String SQLITE = "jdbc:sqlite:";
  private static final String POSTGRESQL = "jdbc:postgresql:";

  private static final Pattern SCHEMA = Pattern.compile("[?&]currentSchema=([^&]*)");

  /** What a file of SQLite begins with. */
  private static final String SQLITE_HEAD = "SQLite format 3\0";

  private static final List<String> TABLES =
      List.of(
          "order_events",
          "orders",
          "trades",
          "balances",
          "days",
          "symbols",
          "currencies",
          "progress");

  /** For how long a writer waits for another program that has the file. */
  private static final int BUSY_MILLIS = 2_000;

  private final String url;

  private Database(String url) {
    this.url = url;
  }

  /**
   * A database by its address.
   *
   * @param url begins with {@code jdbc:sqlite:} or {@code jdbc:postgresql:}
   * @throws IllegalArgumentException if it is of another kind, or its driver is not there
   */
  public static Database of(String url) {
    if (!Objects.requireNonNull(url, "url").startsWith(SQLITE) && !url.startsWith(POSTGRESQL)) {
      throw new IllegalArgumentException(
          "a history is in %sFILE or %s//HOST/DATABASE, not in '%s'"
              .formatted(SQLITE, POSTGRESQL, url.replaceAll("[?].*", "?…")));
    }
    try {
      DriverManager.getDriver(url);
    } catch (SQLException e) {
      throw new IllegalArgumentException(
          "for %s put its JDBC driver on the class path: it is not there"
              .formatted(url.startsWith(SQLITE) ? "SQLite" : "PostgreSQL"),
          e);
    }
    return new Database(url);
  }

  /** The file of this name. */
  public static Database in(Path file) {
    return of(SQLITE + file);
  }

  private boolean isFile() {
    return url.startsWith(SQLITE);
  }

  private Path file() {
    return Path.of(url.substring(SQLITE.length()).replaceAll("[?].*", ""));
  }

  /** The address with all that it says. */
  public String url() {
    return url;
  }

  /** Where it is, without what is secret. */
  public String place() {
    return url.replaceAll("[?].*", "");
  }

  /**
   * What distinguishes it from other databases, whatever else its address says: of a file its path
   * from a directory, so that both can be moved together, of a server also the schema.
   */
  public String placeFrom(Path directory) {
    if (!isFile()) {
      Matcher schema = SCHEMA.matcher(url);
      return schema.find() ? place() + "/" + schema.group(1) : place();
    }
    return real(directory).relativize(real(file().toAbsolutePath().normalize())).toString();
  }

  /** With links resolved, as far as it is there. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      Path parent = path.getParent();
      return parent == null ? path : real(parent).resolve(path.getFileName());
    }
  }

  /** Whether there may be anything; of a server only it knows. */
  public boolean mayExist() {
    return !isFile() || Files.exists(file());
  }

  /** A server that vanishes without a word is found within half a minute; the URL may say else. */
  private Connection connect() throws SQLException {
    Properties usual = new Properties();
    if (!isFile()) {
      usual.setProperty("connectTimeout", "10");
      usual.setProperty("socketTimeout", "30");
      usual.setProperty("tcpKeepAlive", "true");
    }
    return DriverManager.getConnection(url, usual);
  }

  /** A connection that writes, in transactions. */
  Connection writer() throws SQLException {
    if (isFile()) {
      makeFile();
    }
    Connection connection = connect();
    try {
      if (isFile()) {
        try (Statement set = connection.createStatement()) {
          set.execute("PRAGMA busy_timeout = " + BUSY_MILLIS);
          set.execute("PRAGMA journal_mode = WAL");
          // A transaction that returned survives the power: the log keeps no records for it then.
          set.execute("PRAGMA synchronous = FULL");
        }
      }
      connection.setAutoCommit(false);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Makes the file, for its owner alone, as the log is; what SQLite puts beside it is so, too. */
  private void makeFile() throws SQLException {
    Path file = file();
    Path parent = file.toAbsolutePath().getParent();
    if (!Files.isDirectory(parent)) {
      throw new SQLException(parent + ": no such directory");
    }
    if (Files.exists(file)) {
      return;
    }
    try {
      Files.createFile(file, PrivateFiles.file());
    } catch (IOException e) {
      throw new SQLException(file + ": cannot be made: " + e, e);
    }
  }

  /** A connection that reads. */
  Connection reader() throws SQLException {
    if (!mayExist()) {
      throw new SQLException(file() + ": there is no history yet");
    }
    Connection connection = connect();
    try {
      try (Statement set = connection.createStatement()) {
        if (isFile()) {
          set.execute("PRAGMA busy_timeout = " + BUSY_MILLIS);
          set.execute("PRAGMA query_only = ON");
        } else {
          set.execute("SET default_transaction_read_only = on");
        }
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** How far it has its log; null if there is nothing. */
  public Progress progress() throws SQLException {
    if (!mayExist()) {
      return null;
    }
    try (Connection connection = reader()) {
      return progress(connection);
    }
  }

  static Progress progress(Connection connection) throws SQLException {
    try (ResultSet tables =
        connection.getMetaData().getTables(null, null, "progress", new String[] {"TABLE"})) {
      if (!tables.next()) {
        return null;
      }
    }
    checkVersion(connection);
    try (Statement ask = connection.createStatement();
        ResultSet row =
            ask.executeQuery(
                "SELECT log_id, whole_from, whole_from_command, whole_from_ns, next_event,"
                    + " next_command, time_ns, last_record, last_record_ns, last_record_digest"
                    + " FROM progress WHERE id = 1")) {
      if (!row.next()) {
        return null;
      }
      return new Progress(
          row.getLong(1),
          row.getLong(2),
          row.getLong(3),
          row.getLong(4),
          row.getLong(5),
          row.getLong(6),
          row.getLong(7),
          new RecordMark(row.getLong(8), row.getLong(9), row.getLong(10)));
    }
  }

  /** Other versions have other columns. */
  private static void checkVersion(Connection connection) throws SQLException {
    try (Statement ask = connection.createStatement();
        ResultSet row = ask.executeQuery("SELECT version FROM progress WHERE id = 1")) {
      if (row.next() && row.getInt(1) != Schema.VERSION) {
        throw new SQLException(
            "the history is of version %d, and this program has version %d: build it again, with 'tandem history … --rebuild'"
                .formatted(row.getInt(1), Schema.VERSION));
      }
    }
  }

  /** Makes the tables, and writes where the history begins; within the caller's transaction. */
  static void create(Connection connection, Progress begin) throws SQLException {
    try (Statement make = connection.createStatement()) {
      for (String each : Schema.STATEMENTS) {
        make.execute(each);
      }
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO progress VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      insert.setInt(1, Schema.VERSION);
      insert.setLong(2, begin.logId());
      insert.setLong(3, begin.wholeFrom());
      insert.setLong(4, begin.wholeFromCommand());
      insert.setLong(5, begin.wholeFromNs());
      insert.setLong(6, begin.nextEvent());
      insert.setLong(7, begin.nextCommand());
      insert.setLong(8, begin.timeNs());
      insert.setLong(9, begin.last().sequence());
      insert.setLong(10, begin.last().timeNs());
      insert.setLong(11, begin.last().digest());
      insert.executeUpdate();
    }
  }

  /**
   * Removes the whole history; the log can make it again as far as it reaches back.
   *
   * @throws SQLException also if what is there is something else: nothing is removed then
   */
  public void drop() throws SQLException {
    if (!mayExist()) {
      return;
    }
    requireHistory();
    if (isFile()) {
      for (String suffix : List.of("", "-wal", "-shm")) {
        try {
          Files.deleteIfExists(Path.of(file() + suffix));
        } catch (IOException e) {
          throw new SQLException(file() + suffix + ": cannot be deleted: " + e, e);
        }
      }
      return;
    }
    try (Connection connection = writer();
        Statement drop = connection.createStatement()) {
      drop.execute("DROP VIEW IF EXISTS fills");
      for (String table : TABLES) {
        drop.execute("DROP TABLE IF EXISTS " + table);
      }
      connection.commit();
    }
  }

  /** Other applications call their tables so, too. */
  private void requireHistory() throws SQLException {
    if (isFile() && !isOfSqlite()) {
      throw new SQLException("it is no database of SQLite, so it is not deleted");
    }
    boolean any = false;
    boolean ours = false;
    try (Connection connection = reader()) {
      DatabaseMetaData about = connection.getMetaData();
      for (String table : TABLES) {
        try (ResultSet found = about.getTables(null, connection.getSchema(), table, null)) {
          any |= found.next();
        }
      }
      try (ResultSet found =
          about.getColumns(null, connection.getSchema(), "progress", "whole_from_command")) {
        ours = found.next();
      }
    } catch (SQLException e) {
      if (!isFile()) {
        throw e;
      }
      // A file that is damaged is what a rebuild is for.
      return;
    }
    if (any && !ours) {
      throw new SQLException("it has tables, and none of a history, so nothing is dropped");
    }
  }

  private boolean isOfSqlite() throws SQLException {
    try (InputStream in = Files.newInputStream(file())) {
      byte[] head = in.readNBytes(SQLITE_HEAD.length());
      return head.length == 0 || SQLITE_HEAD.equals(new String(head, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new SQLException(file() + ": cannot be read: " + e, e);
    }
  }
}
