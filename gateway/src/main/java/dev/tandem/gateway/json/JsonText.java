package dev.tandem.gateway.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Writes one JSON value into a buffer. */
public final class JsonText {

  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonText() {}

  /** Writes a value, or the rest of it. */
  @FunctionalInterface
  public interface Writer {
    /** Writes. */
    void write(JsonGenerator to) throws IOException;
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
    try (JsonGenerator to =
        FACTORY.createGenerator((OutputStream) new ByteBufOutputStream(bytes))) {
      to.writeStartObject();
      fields.write(to);
      to.writeEndObject();
    } catch (IOException e) {
      bytes.release();
      throw new UncheckedIOException(e);
    } catch (RuntimeException | Error e) {
      bytes.release();
      throw e;
    }
    return bytes;
  }
}
