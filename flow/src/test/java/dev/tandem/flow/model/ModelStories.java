package dev.tandem.flow.model;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The stories of orders as the event records of the serial model have them, read record by record.
 * An event is a line: number, kind, lots and price where they tell something, user.
 */
public final class ModelStories {

  private static final int RESULT = 1;
  private static final int TRADE = 2;
  private static final int RELEASE = 3;
  private static final int REST = 4;
  private static final int TRIGGER = 5;
  private static final int SLEEP = 6;
  private static final int SHOW = 8;
  private static final int BY_EXPIRY = 4;
  private static final int MAKER_DONE = 1;
  private static final int TAKER_DONE = 2;
  private static final int BYTE = 0xff;

  private record Id(int symbol, long order) {}

  private final Map<Long, List<String>> stories = new TreeMap<>();

  private final Set<Long> ended = new HashSet<>();
  private final Map<Id, Long> live = new HashMap<>();
  private final Map<Id, Long> users = new HashMap<>();

  /** Reads all event records of an exchange. */
  public ModelStories(List<long[]> records) {
    long[] pending = null;
    long pendingNumber = -1;
    for (int number = 0; number < records.size(); number++) {
      long[] w = records.get(number);
      int kind = (int) w[0] & BYTE;
      boolean expires = kind == RELEASE && (w[0] >>> 16 & BYTE) == BY_EXPIRY;
      if (pending != null && !expires) {
        result(pendingNumber, pending, records);
        pending = null;
      }
      if (kind == RESULT) {
        pending = w;
        pendingNumber = number;
      } else {
        other(number, kind, w);
      }
    }
    if (pending != null) {
      result(pendingNumber, pending, records);
    }
  }

  private void result(long number, long[] w, List<long[]> records) {
    byte type = (byte) (w[0] >>> 8);
    byte code = (byte) (w[0] >>> 16);
    Id id = new Id((int) (w[0] >>> 32), w[4]);
    boolean accepted = code == ResultCode.OK.code();
    if (!CommandType.isOfOrder(type) || code == ResultCode.DUPLICATE_COMMAND.code()) {
      return;
    }
    if (type == CommandType.PLACE) {
      stories.put(number, new ArrayList<>());
      stories.get(number).add(number + (accepted ? " NEW " : " REJECTED ") + w[3]);
      if (accepted) {
        live.put(id, number);
        users.put(id, w[3]);
        if (w[7] == 0) {
          ended.add(number);
        }
      }
      return;
    }
    if (live.containsKey(id) && users.get(id) == w[3]) {
      if (!accepted && !ended.contains(live.get(id))) {
        add(id, number + " " + CommandType.nameOf(type) + "_REFUSED " + w[3]);
      } else if (accepted
          && (type == CommandType.MOVE
              || (type == CommandType.AMEND && !isTakenOff((int) number, w, records)))) {
        add(id, number + " REPLACED " + w[3]);
      }
      if (accepted && w[7] == 0) {
        ended.add(live.get(id));
      }
    }
  }

  /** Whether lots of the command's own order are released, so that it keeps its place. */
  private static boolean isTakenOff(int number, long[] result, List<long[]> records) {
    for (int i = number + 1; i < records.size() && (records.get(i)[0] & BYTE) != RESULT; i++) {
      long[] w = records.get(i);
      boolean isByCommand = (w[0] & BYTE) == RELEASE && (w[0] >>> 16 & BYTE) == 0;
      if (isByCommand && w[4] == result[4]) {
        return true;
      }
    }
    return false;
  }

  private void other(long number, int kind, long[] w) {
    int symbol = (int) (w[0] >>> 32);
    switch (kind) {
      case TRADE -> {
        long done = w[0] >>> 8 & BYTE;
        if ((done & MAKER_DONE) != 0) {
          ended.add(live.get(new Id(symbol, w[3])));
        }
        if ((done & TAKER_DONE) != 0) {
          ended.add(live.get(new Id(symbol, w[2])));
        }
        add(new Id(symbol, w[2]), number + " TRADE " + w[7] + " at " + w[6] + " of " + w[4]);
        add(new Id(symbol, w[3]), number + " TRADE " + w[7] + " at " + w[6] + " of " + w[5]);
      }
      case RELEASE -> {
        add(new Id(symbol, w[4]), number + " RELEASE " + w[6] + " of " + w[3]);
        if (w[7] == 0) {
          ended.add(live.get(new Id(symbol, w[4])));
        }
      }
      case REST -> add(new Id(symbol, w[4]), number + " RESTED " + w[3]);
      case TRIGGER -> add(new Id(symbol, w[4]), number + " TRIGGERED " + w[6] + " of " + w[3]);
      case SLEEP -> add(new Id(symbol, w[4]), number + " SLEEPING " + w[6] + " of " + w[3]);
      case SHOW -> add(new Id(symbol, w[4]), number + " SHOWN " + w[6] + " of " + w[3]);
      default -> {
        // Of no order.
      }
    }
  }

  private void add(Id id, String line) {
    stories.get(live.get(id)).add(line);
  }

  /** The events of each order, by the number of the event that placed it. */
  public Map<Long, List<String>> stories() {
    return stories;
  }

  /**
   * The same line for an event of a history.
   *
   * @param trigger its trigger price
   */
  public static String line(
      long event, String kind, long lots, long price, long trigger, long user) {
    return event
        + switch (kind) {
          case "TRADE" -> " TRADE " + lots + " at " + price + " of " + user;
          case "REDUCED", "CANCELLED", "EXPIRED" -> " RELEASE " + lots + " of " + user;
          case "SHOWN" -> " SHOWN " + lots + " of " + user;
          case "TRIGGERED", "SLEEPING" -> " " + kind + " " + trigger + " of " + user;
          default -> " " + kind + " " + user;
        };
  }
}
