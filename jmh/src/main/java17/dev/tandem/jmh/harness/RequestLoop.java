package dev.tandem.jmh.harness;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** The inside of a {@link ChildProcess}: each line of input is a request, answered by one line. */
public final class RequestLoop {

  /** Begins an answer; other lines are a library's own talk. */
  static final String ANSWER = "RESULT ";

  private static final ObjectMapper JSON = new ObjectMapper();

  private RequestLoop() {}

  /** Answers one request. */
  @FunctionalInterface
  public interface Handler {
    /**
     * Carries out a request.
     *
     * @param request its words
     * @return what becomes JSON
     */
    Object answer(String[] request) throws Exception;
  }

  /**
   * Answers until the input ends, then ends the process. What else is printed goes to the errors.
   *
   * @param failed makes an answer of what a handler threw
   */
  @SuppressWarnings(
      "CatchAndPrintStackTrace") // Into the errors of this process; the answer names it.
  public static void run(Handler handler, Function<Throwable, Object> failed) throws IOException {
    PrintStream answers = System.out;
    System.setOut(System.err);
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      Object answer;
      try {
        answer = handler.answer(line.split(" ", -1));
      } catch (Throwable e) {
        e.printStackTrace();
        answer = failed.apply(e);
      }
      answers.println(ANSWER + JSON.writeValueAsString(answer));
      answers.flush();
    }
    System.exit(0);
  }
}
