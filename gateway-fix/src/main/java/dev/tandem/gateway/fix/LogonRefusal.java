package dev.tandem.gateway.fix;

import dev.tandem.gateway.access.Nonces;
import dev.tandem.gateway.command.ClockSkewException;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import quickfix.Message;
import quickfix.MessageUtils;
import quickfix.UtcTimestampPrecision;
import quickfix.field.BeginString;
import quickfix.field.MsgSeqNum;
import quickfix.field.MsgType;
import quickfix.field.SenderCompID;
import quickfix.field.SenderSubID;
import quickfix.field.SendingTime;
import quickfix.field.TargetCompID;
import quickfix.field.TargetSubID;
import quickfix.field.Text;

/** Why a logon is refused: the name that is counted, and the text of the Logout. */
enum LogonRefusal {
  NO_KEY(
      "no_login",
      "UNAUTHORIZED: SenderCompID and Password are those of no key, and RawData is not there"),
  NOT_SIGNED(
      "no_login",
      "UNAUTHORIZED: no such key, or the signature is wrong, or its nonce was used before"),
  CLOCK(
      "no_login",
      "UNAUTHORIZED: SendingTime is more than "
          + Nonces.WINDOW_MILLIS / 1000
          + " s from that of this message: set the clock"),
  STARTED("no_login", "SIGN_AGAIN: the gateway was started since SendingTime"),
  NONCES("no_login", "RATE_LIMITED: too many signed requests"),
  RAW_DATA(
      "malformed_message",
      "BAD_REQUEST: RawData is not a nonce of 16 to 64 of A-Z a-z 0-9 _ -, a dot, and a signature"
          + " of 64 digits of base 16, or SendingTime is no time"),
  OTHER_USER("no_login", "UNAUTHORIZED: Username is not SenderCompID"),
  OTHER_TARGET("no_login", "UNAUTHORIZED: TargetCompID is not " + FixConnection.HERE),
  SESSION("malformed_message", "BAD_REQUEST: SenderSubID is no number from 0 to 255"),
  HEARTBEAT("malformed_message", "BAD_REQUEST: HeartBtInt is not from 1 to 60"),
  SENDING_TIME(
      "malformed_message",
      "BAD_REQUEST: SendingTime is no time, or more than "
          + FixLogon.CLOCK_SECONDS
          + " s from that of this message: set the clock"),
  ENCRYPTED("malformed_message", "BAD_REQUEST: EncryptMethod is not 0, None"),
  DUPLICATE("malformed_message", "BAD_REQUEST: a Logon is not sent again, PossDupFlag is set"),
  NUMBER("malformed_message", "BAD_REQUEST: MsgSeqNum with ResetSeqNumFlag is not 1"),
  MALFORMED("malformed_message", "BAD_REQUEST: no Logon of FIX 4.4: "),
  SECOND("second_login", "BAD_REQUEST: a second Logon has no ResetSeqNumFlag"),
  OTHER_SESSION("second_login", "BAD_REQUEST: a second Logon is of another session"),
  CONNECTIONS(
      "connections", "TOO_MANY_CONNECTIONS: the gateway has as many connections as it may have"),
  SESSIONS("too_many_sessions", "TOO_MANY_SESSIONS: the key has as many as it may have"),
  STORE(
      "store_failed",
      "STORE_FAILED: the files of the session cannot be read, ResetSeqNumFlag makes them anew"),
  FULL("store_failed", "STORE_FAILED: the files of the session cannot be written"),
  FAULT("internal_error", "INTERNAL_ERROR: a fault of the gateway, which has logged it");

  private final String reason;
  private final String text;

  LogonRefusal(String reason, String text) {
    this.reason = reason;
    this.text = text;
  }

  /** Why a caller was refused who is well-formed. */
  static LogonRefusal of(FixLogon logon, RefusedException e) {
    if (!logon.isSigned()) {
      return NO_KEY;
    } else if (e instanceof ClockSkewException) {
      return CLOCK;
    } else if (e.refusal() == Refusal.SIGN_AGAIN) {
      return STARTED;
    }
    return e.refusal() == Refusal.RATE_LIMITED ? NONCES : NOT_SIGNED;
  }

  /** The label of the metric. */
  String reason() {
    return reason;
  }

  /** Text of the Logout. */
  String text() {
    return text;
  }

  /**
   * A Logout for who sent a logon. No session sends it, so it has the number 1 and uses up none.
   */
  static String logout(String logon, String text) {
    Message logout = new Message();
    Message.Header header = logout.getHeader();
    header.setString(BeginString.FIELD, "FIX.4.4");
    header.setString(MsgType.FIELD, MsgType.LOGOUT);
    header.setInt(MsgSeqNum.FIELD, 1);
    header.setString(SenderCompID.FIELD, FixConnection.HERE);
    copy(logon, SenderCompID.FIELD, header, TargetCompID.FIELD);
    copy(logon, SenderSubID.FIELD, header, TargetSubID.FIELD);
    header.setUtcTimeStamp(
        SendingTime.FIELD, LocalDateTime.now(ZoneOffset.UTC), UtcTimestampPrecision.MILLIS);
    logout.setString(Text.FIELD, text);
    return logout.toString();
  }

  private static void copy(String from, int field, Message.Header to, int toField) {
    String value = MessageUtils.getStringField(from, field);
    if (value != null) {
      to.setString(toField, value);
    }
  }
}
