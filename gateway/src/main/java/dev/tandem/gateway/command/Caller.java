package dev.tandem.gateway.command;

import dev.tandem.gateway.access.ApiKey;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.json.BadRequestException;

/** Who sends commands: a key, the session of it, and how many commands it may still send. */
public record Caller(ApiKey key, int session, CommandRates.OfKey rates) {

  /** Counts an order of a user, if the key may trade for it; why it is refused, or null. */
  public Refusal refusalOfOrder(long user, long nowNs) {
    return key.may(Role.TRADE) && key.isFor(user) ? overRate(user, nowNs) : Refusal.FORBIDDEN;
  }

  /** Counts a command for a user; why it is one too many, or null. */
  public Refusal overRate(long user, long nowNs) {
    return rates.take(session, user, nowNs);
  }

  /** Counts a command that is of no user; why it is one too many, or null. */
  public Refusal overRate(long nowNs) {
    return rates.take(session, nowNs);
  }

  /** Counts a question; why it is one too many, or null. */
  public Refusal overQuestionRate(long nowNs) {
    return rates.takeQuestion(nowNs);
  }

  /** Counts a query, and refuses it above the rate. */
  public void asks(long nowNs) throws RefusedException {
    Refusal refusal = overQuestionRate(nowNs);
    if (refusal != null) {
      throw new RefusedException(refusal, "too many questions a second");
    }
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
