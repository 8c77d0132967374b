package dev.tandem.core.command;

/**
 * A 64-bit sum of what a command does. It distinguishes a command that a client sends again from
 * another command under a used sequence: &Sigma; word[i] &middot; K<sup>i+1</sup> mod
 * 2<sup>64</sup>, K = 0x9E3779B97F4A7C15.
 *
 * <table>
 * <caption>Words</caption>
 * <tr><td>0</td><td>type | side &lt;&lt; 16 | terms &lt;&lt; 24 | symbol &lt;&lt; 32; a QUERY has the type NOP, as it
 *     is logged</td></tr>
 * <tr><td>1 to 4</td><td>user, order, price, quantity</td></tr>
 * <tr><td>5 to 7</td><td>amount, transaction id, currency</td></tr>
 * <tr><td>8 to 18</td><td>of ADD_SYMBOL the specification, as in {@link CommandCodec}</td></tr>
 * <tr><td>19 to 26</td><td>the {@link Instructions}, if it has any</td></tr>
 * <tr><td>27 to 30</td><td>of ADD_SYMBOL and ADD_CURRENCY the {@link Naming}</td></tr>
 * </table>
 *
 * <p>Time, client, sequence and {@link Command#refusal} are not in it: a command that is sent again
 * may have another time, and another verdict of the door. K is odd, so commands that differ in one
 * word differ in their sums. It is no cryptographic hash: it finds mistakes, not forgeries.
 *
 * <p>It needs no state and makes no garbage; its multiplications do not depend on each other; and a
 * word that is added later and is 0 leaves it as it is.
 */
public final class CommandSum {

  /** K and its powers up to the 19th. */
  private static final long K = 0x9E37_79B9_7F4A_7C15L;

  private static final long K2 = 0xDF44_2D22_CE48_59B9L;
  private static final long K3 = 0x604A_5CE3_ADDE_F82DL;
  private static final long K4 = 0xD943_63FC_5382_27B1L;
  private static final long K5 = 0x2E2B_795F_2D10_FD85L;
  private static final long K6 = 0x4BE7_956E_30A3_37E9L;
  private static final long K7 = 0x5ECB_31E4_CCD2_721DL;
  private static final long K8 = 0x06D4_B261_1BEB_6861L;
  private static final long K9 = 0x0F10_CD6A_9BE8_8BF5L;
  private static final long K10 = 0x80E0_DCF7_6DB0_2719L;
  private static final long K11 = 0x7790_23CF_069D_510DL;
  private static final long K12 = 0x4114_E343_9EEB_F211L;
  private static final long K13 = 0x8FC1_5A19_BA85_1765L;
  private static final long K14 = 0x5068_7085_A271_D749L;
  private static final long K15 = 0x82FE_791B_E9B8_04FDL;
  private static final long K16 = 0xF53F_7DFF_42A4_F4C1L;
  private static final long K17 = 0xC171_2BCB_DCDF_8FD5L;
  private static final long K18 = 0x204D_B59C_A693_F879L;
  private static final long K19 = 0xE1A2_1604_3077_FDEDL;

  /** K to the 20th power and on, for the {@link Instructions}. */
  private static final long[] OF_INSTRUCTIONS = {
    0x07DD_E4BF_1258_A071L,
    0x657D_F06E_DEA5_E545L,
    0xFB5E_617F_1F9B_3AA9L,
    0xB39A_FCD6_93FF_ABDDL,
    0x761A_F329_4C1A_2521L,
    0x3737_5913_02AB_07B5L,
    0xA6A1_40EA_1515_4DD9L,
    0xA09B_3202_342E_7ECDL
  };

  /** The powers behind them, for the {@link Naming}. */
  private static final long[] OF_NAMING = {
    0x590D_D8F2_277D_B2D1L, 0x3710_DF12_7F56_E725L, 0xF0F4_B4B9_B5C8_E209L, 0x196A_94FE_0490_E6BDL
  };

  private static final long LOW = 0xffff_ffffL;

  private CommandSum() {}

  /** The sum of a command. */
  public static long of(Command c) {
    int type = c.type == CommandType.QUERY ? CommandType.NOP : c.type & 0xff;
    long head = type | (c.side & 0xff) << 16 | (c.terms & 0xffL) << 24 | (long) c.symbol << 32;
    long sum =
        head * K
            + c.userId * K2
            + c.orderId * K3
            + c.price * K4
            + c.quantity * K5
            + c.amount * K6
            + c.transactionId * K7
            + c.currency * K8;
    if (c.instructions() != null) {
      sum += ofInstructions(c.instructions());
    }
    // Orders have none.
    if (c.payload != null) {
      if (CommandType.specifies(c.type) && c.payload instanceof SymbolSpec) {
        sum += ofSymbol((SymbolSpec) c.payload);
      }
      sum += ofNaming(naming(c));
    }
    return sum;
  }

  /** The name that a command has; {@link Naming#NONE} if it gives none. */
  static Naming naming(Command c) {
    if (CommandType.specifies(c.type) && c.payload instanceof SymbolSpec) {
      return ((SymbolSpec) c.payload).naming();
    }
    return c.type == CommandType.ADD_CURRENCY && c.payload instanceof Naming
        ? (Naming) c.payload
        : Naming.NONE;
  }

  private static long ofNaming(Naming naming) {
    long sum = 0;
    for (int i = 0; i < Naming.WORDS; i++) {
      sum += naming.word(i) * OF_NAMING[i];
    }
    return sum;
  }

  private static long ofInstructions(Instructions instructions) {
    long sum = 0;
    for (int i = 0; i < Instructions.WORDS; i++) {
      sum += instructions.word(i) * OF_INSTRUCTIONS[i];
    }
    return sum;
  }

  private static long ofSymbol(SymbolSpec spec) {
    long currencies = (spec.baseCurrency() & LOW) | (long) spec.quoteCurrency() << 32;
    LotLimits limits = spec.limits();
    return spec.symbol() * K9
        + currencies * K10
        + spec.lotScale() * K11
        + spec.tickScale() * K12
        + spec.makerFeePpm() * K13
        + spec.takerFeePpm() * K14
        + limits.lotStep() * K15
        + limits.minLots() * K16
        + limits.maxLots() * K17
        + limits.maxValue() * K18
        + spec.protectionPoints() * K19;
  }
}
