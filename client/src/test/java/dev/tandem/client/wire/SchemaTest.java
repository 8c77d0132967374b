package dev.tandem.client.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.generation.CompilerUtil;
import org.agrona.generation.StringWriterOutputManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import uk.co.real_logic.sbe.generation.java.JavaGenerator;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.ir.Signal;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.xml.IrGenerator;
import uk.co.real_logic.sbe.xml.MessageSchema;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

/** Our codecs against what SBE's own generator makes of the schema, field by field. */
class SchemaTest {

  private static final int AT = 24;
  private static final int BYTES = 256;
  private static final int ROUNDS = 50;

  private static final Set<String> ENUMS = Set.of("side", "timeInForce", "orderType", "postOnly");

  /** The fields that are bytes. */
  private static final Map<String, Integer> LENGTHS = Map.of("nonce", 16, "signature", 32);

  private static final List<Message<?>> MESSAGES =
      List.of(
          new Logon(),
          new PlaceOrder(),
          new CancelOrder(),
          new MoveOrder(),
          new ReduceOrder(),
          new FollowUser(),
          new Heartbeat(),
          new Logout(),
          new SignedLogon(),
          new SubscribeUser(),
          new LogonAccepted(),
          new ExecutionReport(),
          new Reject(),
          new Fill(),
          new UserSubscribed(),
          new ReportNumber(),
          new PlaceInstructed(),
          new MassCancel(),
          new AmendOrder());

  private static Ir ir;
  private static ClassLoader generated;

  private final ByteBuffer bytes = ByteBuffer.allocateDirect(BYTES);
  private final UnsafeBuffer theirs = new UnsafeBuffer(bytes);
  private final SplittableRandom random = new SplittableRandom(11);

  static Stream<Message<?>> messages() {
    return MESSAGES.stream();
  }

  @BeforeAll
  static void generate() throws Exception {
    try (InputStream schema = Message.class.getResourceAsStream("tandem.xml")) {
      MessageSchema parsed =
          XmlSchemaParser.parse(
              schema, ParserOptions.builder().stopOnError(true).warningsFatal(true).build());
      ir = new IrGenerator().generate(parsed);
    }
    StringWriterOutputManager sources = new StringWriterOutputManager();
    sources.setPackageName(ir.applicableNamespace());
    new JavaGenerator(
            ir,
            MutableDirectBuffer.class.getName(),
            DirectBuffer.class.getName(),
            false,
            false,
            false,
            sources)
        .generate();
    Map<String, CharSequence> all = new HashMap<>(sources.getSources());
    Class<?> header = CompilerUtil.compileInMemory("dev.tandem.sbe.MessageHeaderDecoder", all);
    assertThat(header).isNotNull();
    generated = header.getClassLoader();
  }

  private static List<String> fields(Message<?> message) {
    List<String> names = new ArrayList<>();
    for (List<Token> tokens : ir.messages()) {
      if (tokens.get(0).name().equals(message.getClass().getSimpleName())) {
        for (Token token : tokens) {
          if (token.signal() == Signal.BEGIN_FIELD) {
            names.add(token.name());
          }
        }
      }
    }
    assertThat(names).as("fields of %s", message.getClass()).isNotEmpty();
    return names;
  }

  private static Method method(Object of, String name, int parameters) {
    for (Method method : of.getClass().getMethods()) {
      if (method.getName().equals(name)
          && method.getParameterCount() == parameters
          && !method.isBridge()
          && (parameters == 0 || method.getParameterTypes()[0] != CharSequence.class)) {
        return method;
      }
    }
    throw new AssertionError(of.getClass() + " has no " + name);
  }

  private static Object generated(Message<?> message, String kind) throws Exception {
    return generated
        .loadClass("dev.tandem.sbe." + message.getClass().getSimpleName() + kind)
        .getConstructor()
        .newInstance();
  }

  /** A value that fits the field. */
  private Object value(Message<?> message, Class<?> type, String field) {
    if (type == String.class) {
      int length = random.nextInt(message instanceof Logon ? 81 : 33);
      return "k".repeat(length);
    }
    if (type == byte[].class) {
      byte[] bytes = new byte[LENGTHS.get(field)];
      random.nextBytes(bytes);
      return bytes;
    }
    if (ENUMS.contains(field)) {
      return random.nextInt(2);
    }
    if (type == long.class) {
      return field.equals("heartbeatMillis") ? random.nextLong(1L << 32) : random.nextLong();
    }
    return switch (field) {
      case "session" -> random.nextInt(1 << 16);
      case "symbol", "trades", "clockMillis" -> random.nextInt();
      default -> random.nextInt(1 << 8);
    };
  }

  private static Object read(Object message, String field) throws Exception {
    if (LENGTHS.containsKey(field) && !(message instanceof Message)) {
      byte[] all = new byte[LENGTHS.get(field)];
      Method each = message.getClass().getMethod(field, int.class);
      for (int i = 0; i < all.length; i++) {
        all[i] = ((Number) each.invoke(message, i)).byteValue();
      }
      return all;
    }
    Method getter = method(message, field, 0);
    if (getter.getReturnType().isEnum()) {
      getter = method(message, field + "Raw", 0);
    }
    Object value = getter.invoke(message);
    return asLong(value);
  }

  private static void write(Object message, String field, Object value) throws Exception {
    if (value instanceof byte[] all && !(message instanceof Message)) {
      Method each = message.getClass().getMethod(field, int.class, short.class);
      for (int i = 0; i < all.length; i++) {
        each.invoke(message, i, (short) (all[i] & 0xff));
      }
      return;
    }
    Method setter = method(message, field, 1);
    Class<?> type = setter.getParameterTypes()[0];
    if (type.isEnum()) {
      value = type.getMethod("get", short.class).invoke(null, ((Number) value).shortValue());
    } else if (type == long.class) {
      value = ((Number) value).longValue();
    } else if (type == short.class) {
      value = ((Number) value).shortValue();
    } else if (type == int.class) {
      value = ((Number) value).intValue();
    }
    setter.invoke(message, value);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void whatWeWriteTheyRead(Message<?> ours) throws Exception {
    Object decoder = generated(ours, "Decoder");
    Object header =
        generated.loadClass("dev.tandem.sbe.MessageHeaderDecoder").getConstructor().newInstance();
    for (int round = 0; round < ROUNDS; round++) {
      dirty();
      ours.start(bytes, AT);
      Map<String, Object> values = new HashMap<>();
      for (String field : fields(ours)) {
        Object value = value(ours, method(ours, field, 0).getReturnType(), field);
        write(ours, field, value);
        values.put(field, read(ours, field));
        assertThat(values.get(field)).as(field).isEqualTo(asLong(value));
      }
      decoder
          .getClass()
          .getMethod("wrapAndApplyHeader", DirectBuffer.class, int.class, header.getClass())
          .invoke(decoder, theirs, AT, header);
      for (String field : values.keySet()) {
        assertThat(read(decoder, field)).as(field).isEqualTo(values.get(field));
      }
      assertThat(ours.length())
          .isEqualTo(8 + (int) decoder.getClass().getMethod("sbeBlockLength").invoke(decoder));
    }
  }

  private static Object asLong(Object value) {
    return value instanceof Number number ? (Object) number.longValue() : value;
  }

  private void dirty() {
    byte[] noise = new byte[BYTES];
    random.nextBytes(noise);
    bytes.put(0, noise);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void whatTheyWriteWeRead(Message<?> ours) throws Exception {
    Object encoder = generated(ours, "Encoder");
    Object header =
        generated.loadClass("dev.tandem.sbe.MessageHeaderEncoder").getConstructor().newInstance();
    for (int round = 0; round < ROUNDS; round++) {
      dirty();
      encoder
          .getClass()
          .getMethod("wrapAndApplyHeader", MutableDirectBuffer.class, int.class, header.getClass())
          .invoke(encoder, theirs, AT, header);
      Map<String, Object> values = new HashMap<>();
      for (String field : fields(ours)) {
        Object value = value(ours, method(ours, field, 0).getReturnType(), field);
        write(encoder, field, value);
        values.put(field, asLong(value));
      }
      assertThat(Message.schemaId(bytes, AT)).isEqualTo(Message.SCHEMA);
      assertThat(Message.version(bytes, AT)).isEqualTo(Message.VERSION);
      assertThat(Message.templateId(bytes, AT))
          .isEqualTo(ours.getClass().getField("ID").getInt(null));
      ours.over(bytes, AT);
      for (String field : values.keySet()) {
        assertThat(read(ours, field)).as(field).isEqualTo(values.get(field));
      }
    }
  }

  /** The value of a field in the vectors; the tests in C++ compute the same. */
  private static Object fixed(Message<?> message, String field) throws Exception {
    Class<?> type = method(message, field, 0).getReturnType();
    if (type == String.class) {
      return "name.secret";
    }
    long id = message.getClass().getField("ID").getInt(null);
    long product = (id << 8 | (fields(message).indexOf(field) + 1)) * 0x9E3779B97F4A7C15L;
    long bits = product ^ product >>> 32;
    if (type == byte[].class) {
      byte[] all = new byte[LENGTHS.get(field)];
      for (int i = 0; i < all.length; i++) {
        all[i] = (byte) ((bits >>> (8 * (i % 8))) + i);
      }
      return all;
    }
    return switch (field) {
      case "side", "timeInForce", "orderType", "postOnly" -> bits & 1;
      case "session" -> bits & 0xffff;
      case "heartbeatMillis" -> bits & 0xffff_ffffL;
      case "symbol", "trades", "clockMillis" -> (long) (int) bits;
      default -> type == long.class ? bits : bits & 0xff;
    };
  }

  /** All messages, one behind the other, are the bytes that both languages read and write. */
  @Test
  void messagesAreThoseOfTheVectors() throws Exception {
    Path file = Path.of(System.getProperty("tandem.root", ".."), "testdata", "wire/messages.bin");
    ByteBuffer all = ByteBuffer.allocate(1_024);
    int at = 0;
    for (Message<?> message : MESSAGES) {
      message.start(all, at);
      for (String field : fields(message)) {
        write(message, field, fixed(message, field));
      }
      at += message.length();
    }
    byte[] written = Arrays.copyOf(all.array(), at);
    if (Boolean.getBoolean("tandem.vectors.write")) {
      Files.createDirectories(file.getParent());
      Files.write(file, written);
    }
    byte[] kept = Files.readAllBytes(file);
    assertThat(written).isEqualTo(kept);
    at = 0;
    for (Message<?> message : MESSAGES) {
      message.over(ByteBuffer.wrap(kept), at);
      for (String field : fields(message)) {
        assertThat(read(message, field)).as(field).isEqualTo(fixed(message, field));
      }
      at += message.length();
    }
  }

  @Test
  void everyMessageOfTheSchemaIsHere() {
    assertThat(ir.messages().stream().map(tokens -> tokens.get(0).name()))
        .containsExactlyInAnyOrderElementsOf(
            MESSAGES.stream().map(message -> message.getClass().getSimpleName()).toList());
  }

  @Test
  void aLongerBlockIsOfALaterVersionAndAShorterOneIsRefused() {
    Heartbeat heartbeat = new Heartbeat().start(bytes, 0).number(7);
    bytes.put(0, (byte) 16);
    assertThat(heartbeat.over(bytes, 0).number()).isEqualTo(7);
    bytes.put(0, (byte) 0);
    assertThatThrownBy(() -> heartbeat.over(bytes, 0)).hasMessageContaining("has 0 bytes");
  }

  @Test
  void bytesThatAreTooManyOrTooFewAreRefused() {
    SignedLogon logon = new SignedLogon().start(bytes, 0);
    for (int length : new int[] {0, 15, 17}) {
      assertThatThrownBy(() -> logon.nonce(new byte[length])).hasMessageContaining("expected 16");
    }
    assertThatThrownBy(() -> logon.signature(new byte[31])).hasMessageContaining("expected 32");
  }

  @Test
  void aKeyThatWouldBeReadAsAnotherIsRefused() {
    Logon logon = new Logon().start(bytes, 0);
    assertThat(logon.key("name.s\u00e9cret").key()).isEqualTo("name.s\u00e9cret");
    for (String key : List.of("name.s\u20accret", "name\0secret", "k".repeat(81))) {
      assertThatThrownBy(() -> logon.key(key)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(logon.key()).isEqualTo("name.s\u00e9cret");
  }
}
