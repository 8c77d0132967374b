package dev.tandem.gateway.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.concurrent.FastThreadLocal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Writes one JSON value into a buffer. */
public final class JsonText {

  /** Of its generators, which write one value behind the other, with nothing in between. */
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder().rootValueSeparator((String) null).build();

  /** A thread's output while it does not write; none while it does, and after a failure. */
  private static final FastThreadLocal<Output> IDLE = new FastThreadLocal<>();

  private JsonText() {}

  /** Writes a value, or the rest of it. */
  @FunctionalInterface
  public interface Writer {
    /** Writes one JSON value. */
    void write(JsonGenerator to) throws IOException;
  }

  /**
   * A generator that writes into one buffer after the other: to make one anew for each value takes
   * more than a small value does.
   */
  private static final class Output extends OutputStream {
    final JsonGenerator generator = FACTORY.createGenerator((OutputStream) this);
    ByteBuf to;

    Output() throws IOException {}

    @Override
    public void write(int b) {
      to.writeByte(b);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      to.writeBytes(bytes, from, length);
    }
  }

  /** The bytes of an object whose fields are written; who gets them releases them. */
  public static ByteBuf object(Writer fields) {
    return object(0, fields);
  }

  /**
   * The same with room in front of it.
   *
   * @param room so many bytes before the first that is read, for who writes them
   */
  public static ByteBuf object(int room, Writer fields) {
    ByteBuf bytes = PooledByteBufAllocator.DEFAULT.directBuffer(room + 256);
    bytes.setIndex(room, room);
    boolean done = false;
    try {
      Output output = IDLE.get();
      // A value within a value takes another one.
      IDLE.set(null);
      if (output == null) {
        output = new Output();
      }
      output.to = bytes;
      output.generator.writeStartObject();
      fields.write(output.generator);
      output.generator.writeEndObject();
      output.generator.flush();
      output.to = null;
      IDLE.set(output);
      done = true;
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      if (!done) {
        bytes.release();
      }
    }
  }
}
