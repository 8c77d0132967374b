package dev.tandem.gateway.command;

import dev.tandem.gateway.access.ApiKey;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.json.BadRequestException;

/** Who sends commands: a key, the session of it, and how many commands it may still send. */
public record Caller(ApiKey key, int session, CommandRates.OfKey rates) {

  /** Counts a command for a user; refuses what the key may not do for it, or one too many. */
  public void admit(Role role, long user, long nowNs) throws RefusedException {
    require(role, user);
    refuse(rates.take(session, user, nowNs), "too many commands a second");
  }

  /** Counts a command that is of no user; refuses what the key may not do, or one too many. */
  public void admit(Role role, long nowNs) throws RefusedException {
    require(role);
    refuse(rates.take(session, nowNs), "too many commands a second");
  }

  private static void refuse(Refusal refusal, String why) throws RefusedException {
    if (refusal != null) {
      throw new RefusedException(refusal, why);
    }
  }

  /** Counts a question; why it is one too many, or null. */
  public Refusal overQuestionRate(long nowNs) {
    return rates.takeQuestion(nowNs);
  }

  /** Counts a query, and refuses it above the rate. */
  public void asks(long nowNs) throws RefusedException {
    refuse(overQuestionRate(nowNs), "too many questions a second");
  }

  /** The key's commands in flight, on all connections; those of REST do not wait for it. */
  public KeyShare share() {
    return rates.share();
  }

  /** Refuses what the key may not do. */
  public void require(Role role) throws RefusedException {
    if (!key.may(role)) {
      throw new RefusedException(Refusal.FORBIDDEN, "the key " + key.name() + " is no " + role);
    }
  }

  /** Refuses what the key may not do for this user. */
  public void require(Role role, long user) throws RefusedException {
    require(role);
    if (!key.isFor(user)) {
      throw new RefusedException(
          Refusal.FORBIDDEN, "the key " + key.name() + " is not for user " + user);
    }
  }

  /** Another session of the same key. */
  public Caller in(long newSession) throws BadRequestException {
    if (newSession < 0 || newSession >= ApiKey.SESSIONS) {
      throw new BadRequestException(
          "session is " + newSession + ", expected 0 to " + (ApiKey.SESSIONS - 1));
    }
    return newSession == session ? this : new Caller(key, (int) newSession, rates);
  }
}
