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

  private static final FastThreadLocal<Desk> DESKS =
      new FastThreadLocal<>() {
        @Override
        protected Desk initialValue() {
          return new Desk();
        }
      };

  private JsonText() {}

  /** Writes a value, or the rest of it. */
  @FunctionalInterface
  public interface Writer {
    /** Writes. */
    void write(JsonGenerator to) throws IOException;
  }

  /**
   * A generator that writes into one buffer after the other: to make one anew for each value takes
   * more than a small value does.
   */
  private static final class Pen extends OutputStream {
    final JsonGenerator generator = FACTORY.createGenerator((OutputStream) this);
    ByteBuf to;

    Pen() throws IOException {}

    @Override
    public void write(int b) {
      to.writeByte(b);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      to.writeBytes(bytes, from, length);
    }
  }

  /** Where a thread keeps its generator. */
  private static final class Desk {
    /** Null while it writes, and after one that failed in the middle. */
    private Pen pen;

    Pen take() throws IOException {
      Pen taken = pen == null ? new Pen() : pen;
      pen = null;
      return taken;
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
      Desk desk = DESKS.get();
      // A value within a value takes another one.
      Pen pen = desk.take();
      pen.to = bytes;
      pen.generator.writeStartObject();
      fields.write(pen.generator);
      pen.generator.writeEndObject();
      pen.generator.flush();
      pen.to = null;
      desk.pen = pen;
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
