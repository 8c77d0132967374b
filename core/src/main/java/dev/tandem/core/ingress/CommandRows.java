package dev.tandem.core.ingress;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Instructions;
import java.util.concurrent.CompletableFuture;

/**
 * Commands as rows of words, so that one takes a single line from the producer's core to the
 * sequencer's, and the next one is the line behind it.
 *
 * <pre>
 *   words     | head | timestamp | client key | client sequence | user | order | price | quantity |
 *   head      | type 8 | side 8 | terms 8 | flags 8 | symbol 32 |
 *   accounts  | amount | transaction | currency | refusal  with the flag ACCOUNT
 *   objects   | payload | completion |                     with the flag OBJECTS
 *   extras    | the eight words of the instructions |      with the flag EXTENDED
 * </pre>
 *
 * <p>What few commands have stands in rows of its own, which are touched only then.
 */
final class CommandRows implements LaneRows<Command> {

  private static final int WORDS = 8;
  private static final int ACCOUNT_WORDS = 4;
  private static final int OBJECTS_EACH = 2;

  private static final int ACCOUNT = 1;
  private static final int OBJECTS = 2;
  private static final int EXTENDED = 4;
  private static final int FLAGS_SHIFT = 24;

  private final long[] words;
  private final long[] accounts;
  private final Object[] objects;
  private final long[] extras;

  CommandRows(int count) {
    words = new long[count * WORDS];
    accounts = new long[count * ACCOUNT_WORDS];
    objects = new Object[count * OBJECTS_EACH];
    extras = new long[count * Instructions.WORDS];
  }

  @Override
  public Command newDraft() {
    return new Command();
  }

  @Override
  public void write(int index, Command c) {
    int flags = 0;
    if ((c.amount | c.transactionId | c.currency | c.refusal) != 0) {
      flags = ACCOUNT;
      writeAccount(c, index * ACCOUNT_WORDS);
    }
    if (c.payload != null || c.completion != null) {
      flags |= OBJECTS;
      objects[index * OBJECTS_EACH] = c.payload;
      objects[index * OBJECTS_EACH + 1] = c.completion;
      // Not kept alive until the next claim.
      c.payload = null;
      c.completion = null;
    }
    Instructions instructions = c.instructions();
    if (instructions != null) {
      flags |= EXTENDED;
      for (int i = 0; i < Instructions.WORDS; i++) {
        extras[index * Instructions.WORDS + i] = instructions.word(i);
      }
    }
    long[] w = words;
    int at = index * WORDS;
    w[at] =
        (c.type & 0xff)
            | (c.side & 0xff) << 8
            | (c.terms & 0xff) << 16
            | flags << FLAGS_SHIFT
            | (long) c.symbol << 32;
    w[at + 1] = c.timestampNs;
    w[at + 2] = c.clientKey;
    w[at + 3] = c.clientSequence;
    w[at + 4] = c.userId;
    w[at + 5] = c.orderId;
    w[at + 6] = c.price;
    w[at + 7] = c.quantity;
  }

  @Override
  public void prepare(int index) {
    // Where rows straddle lines, the first word stands in the line of the row before.
    words[index * WORDS + WORDS - 1] = 0;
  }

  private void writeAccount(Command c, int at) {
    accounts[at] = c.amount;
    accounts[at + 1] = c.transactionId;
    accounts[at + 2] = c.currency;
    accounts[at + 3] = c.refusal;
  }

  @Override
  public void read(int index, Command to) {
    long[] w = words;
    int at = index * WORDS;
    long head = w[at];
    to.type = (byte) head;
    to.side = (byte) (head >>> 8);
    to.terms = (byte) (head >>> 16);
    to.symbol = (int) (head >>> 32);
    to.timestampNs = w[at + 1];
    to.clientKey = w[at + 2];
    to.clientSequence = w[at + 3];
    to.userId = w[at + 4];
    to.orderId = w[at + 5];
    to.price = w[at + 6];
    to.quantity = w[at + 7];
    int flags = (int) head >>> FLAGS_SHIFT;
    readAccount((flags & ACCOUNT) != 0, index * ACCOUNT_WORDS, to);
    readObjects((flags & OBJECTS) != 0, index * OBJECTS_EACH, to);
    readExtras((flags & EXTENDED) != 0, index * Instructions.WORDS, to);
  }

  private void readAccount(boolean there, int at, Command to) {
    to.amount = there ? accounts[at] : 0;
    to.transactionId = there ? accounts[at + 1] : 0;
    to.currency = there ? (int) accounts[at + 2] : 0;
    to.refusal = there ? (byte) accounts[at + 3] : 0;
  }

  private void readExtras(boolean there, int at, Command to) {
    if (there) {
      Instructions instructions = to.extend();
      for (int i = 0; i < Instructions.WORDS; i++) {
        instructions.word(i, extras[at + i]);
      }
    } else {
      to.shorten();
    }
  }

  @SuppressWarnings("unchecked") // a completion stands where one was put
  private void readObjects(boolean there, int at, Command to) {
    if (there) {
      to.payload = objects[at];
      to.completion = (CompletableFuture<CommandResult>) objects[at + 1];
      // Not kept alive until the row is written again.
      objects[at] = null;
      objects[at + 1] = null;
    } else {
      // References are rare, and storing one costs a barrier.
      if (to.payload != null) {
        to.payload = null;
      }
      if (to.completion != null) {
        to.completion = null;
      }
    }
  }
}
