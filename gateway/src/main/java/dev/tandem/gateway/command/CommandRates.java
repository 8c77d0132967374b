package dev.tandem.gateway.command;

import dev.tandem.gateway.access.ApiKey;
import dev.tandem.gateway.access.TokenBucket;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * How many commands a second of one key, of one session of it, and for one user the gateway takes,
 * and how many of one key at once; and how many questions a second of one key. One that is refused
 * counts for none of them. On the event loop.
 */
public final class CommandRates {

  private static final int FEW_USERS = 1_024;
  private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

  /**
   * Commands, and questions, a second; 0 is any number.
   *
   * @param ofKey all connections of it together
   * @param ofSession of a key
   * @param ofUser whoever sends them
   * @param questionsOfKey all connections of it together
   */
  public record Limits(long ofKey, long ofSession, long ofUser, long questionsOfKey) {
    /** Refuses rates below 0. */
    public Limits {
      if (ofKey < 0 || ofSession < 0 || ofUser < 0 || questionsOfKey < 0) {
        throw new IllegalArgumentException("rates are 0 or more");
      }
    }
  }

  private final Limits limits;
  private final int mostAtOnce;
  private final Executor loop;
  private final Map<Integer, OfKey> keys = new HashMap<>();
  private final Map<Long, TokenBucket> users = new HashMap<>();
  private int manyUsers = FEW_USERS;

  /**
   * @param mostAtOnce of a key in flight; 0: any number
   */
  CommandRates(Limits limits, int mostAtOnce, Executor loop) {
    this.limits = limits;
    this.mostAtOnce = mostAtOnce;
    this.loop = loop;
  }

  OfKey of(ApiKey key) {
    return keys.computeIfAbsent(key.number(), n -> new OfKey(System.nanoTime()));
  }

  /** How many users have a rate just now. */
  int users() {
    return users.size();
  }

  private TokenBucket ofUser(long user, long nowNs) {
    TokenBucket rate = users.get(user);
    if (rate == null) {
      if (users.size() >= manyUsers) {
        // Who has sent nothing for a second has a second's worth again, as one who is new.
        users.values().removeIf(other -> other.isIdle(nowNs, SECOND_NS));
        manyUsers = Math.max(FEW_USERS, 2 * users.size());
      }
      rate = new TokenBucket(limits.ofUser, nowNs);
      users.put(user, rate);
    }
    return rate;
  }

  /** The rates of one key. */
  public final class OfKey {
    private final TokenBucket all;
    private final TokenBucket questions;
    private final KeyShare share = new KeyShare(mostAtOnce, loop);
    private final TokenBucket[] sessions = new TokenBucket[ApiKey.SESSIONS];

    private OfKey(long nowNs) {
      all = new TokenBucket(limits.ofKey, nowNs);
      questions = new TokenBucket(limits.questionsOfKey, nowNs);
    }

    KeyShare share() {
      return share;
    }

    /** Takes a command that is of no user; why not, or null. */
    Refusal take(int session, long nowNs) {
      TokenBucket ofSession = ofSession(session, nowNs);
      if (ofSession != null && !ofSession.hasOne(nowNs)) {
        return Refusal.SESSION_RATE_LIMITED;
      }
      if (!all.tryTake(nowNs)) {
        return Refusal.RATE_LIMITED;
      }
      if (ofSession != null) {
        ofSession.tryTake(nowNs);
      }
      return null;
    }

    /** Takes a command of a user; why not, or null. */
    Refusal take(int session, long user, long nowNs) {
      TokenBucket ofUser = limits.ofUser == 0 ? null : ofUser(user, nowNs);
      if (ofUser != null && !ofUser.hasOne(nowNs)) {
        return Refusal.USER_RATE_LIMITED;
      }
      Refusal refusal = take(session, nowNs);
      if (refusal == null && ofUser != null) {
        ofUser.tryTake(nowNs);
      }
      return refusal;
    }

    /** Takes a question; why not, or null. */
    Refusal takeQuestion(long nowNs) {
      return questions.tryTake(nowNs) ? null : Refusal.QUESTION_RATE_LIMITED;
    }

    private TokenBucket ofSession(int session, long nowNs) {
      if (limits.ofSession == 0) {
        return null;
      }
      if (sessions[session] == null) {
        sessions[session] = new TokenBucket(limits.ofSession, nowNs);
      }
      return sessions[session];
    }
  }
}
