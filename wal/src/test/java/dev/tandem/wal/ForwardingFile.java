package dev.tandem.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A file that does as another; for doubles that change a part of it. */
public class ForwardingFile implements LogFile {

  private final LogFile file;

  public ForwardingFile(LogFile file) {
    this.file = file;
  }

  @Override
  public void map(int bytes) throws IOException {
    file.map(bytes);
  }

  @Override
  public void pretouch(long from, long to) {
    file.pretouch(from, to);
  }

  @Override
  public void write(ByteBuffer source, long position) throws IOException {
    file.write(source, position);
  }

  @Override
  public void force() throws IOException {
    file.force();
  }

  @Override
  public void truncate(long bytes) throws IOException {
    file.truncate(bytes);
  }

  @Override
  public void renamed(Path path) {
    file.renamed(path);
  }

  @Override
  public long size() throws IOException {
    return file.size();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
