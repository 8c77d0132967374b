#pragma once

#include <filesystem>
#include <memory>

#include "tandem/wal/storage/descriptor.hpp"
#include "tandem/wal/storage/log_files.hpp"

namespace tandem::wal {

/** A file of the operating system, written by pwrite and forced by fdatasync. */
class ChannelFile : public LogFile {
 public:
  /** Opens a file, and makes it, empty, if it is not there. Throws IoException. */
  explicit ChannelFile(const std::filesystem::path& path);

  void write(Bytes source, std::int64_t offset) override;
  void force() override;
  void truncate(std::int64_t bytes) override;
  void renamed(const std::filesystem::path& path) override { path_ = path; }
  std::int64_t size() override;
  void close() override;

 private:
  std::filesystem::path path_;
  Descriptor descriptor_;
};

}  // namespace tandem::wal
