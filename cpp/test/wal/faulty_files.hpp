#pragma once

#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "tandem/wal/storage/descriptor.hpp"
#include "tandem/wal/storage/log_files.hpp"

namespace tandem::wal::test {

/** A store whose forces can be held, and whose device can fail. Any thread may call. */
class FaultyFiles : public LogFiles {
 public:
  /** Forces wait from now on. */
  void holdForces() {
    const std::lock_guard guard(mutex_);
    held_ = true;
  }

  void letForces() {
    const std::lock_guard guard(mutex_);
    held_ = false;
    changed_.notify_all();
  }

  /** Waits until a force waits. */
  void awaitHeldForce() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_ > 0; });
  }

  /** Every force fails from now on, with EIO. */
  void failForces() { failsForces_ = true; }

  /** No name can be made durable from now on, with EIO. */
  void failSyncs() { failsSyncs_ = true; }

  /** Every write fails from now on, with EIO. */
  void failWrites() { failsWrites_ = true; }

  /** The disk has so many bytes left; -1 asks the system. */
  void usable(std::int64_t bytes) { usable_ = bytes; }

  std::unique_ptr<LogFile> open(const std::filesystem::path& path) override {
    return std::make_unique<File>(*this, path, LogFiles::open(path));
  }

  void syncDirectory(const std::filesystem::path& directory) override {
    if (failsSyncs_) {
      throw systemError(directory, "sync", EIO);
    }
    LogFiles::syncDirectory(directory);
  }

  std::int64_t usableBytes(const std::filesystem::path& directory) override {
    return usable_ < 0 ? LogFiles::usableBytes(directory) : usable_.load();
  }

 private:
  class File : public LogFile {
   public:
    File(FaultyFiles& files, std::filesystem::path path, std::unique_ptr<LogFile> inner)
        : files_(files), path_(std::move(path)), inner_(std::move(inner)) {}

    void write(Bytes source, std::int64_t offset) override {
      if (files_.failsWrites_) {
        throw systemError(path_, "write at " + std::to_string(offset), EIO);
      }
      inner_->write(source, offset);
    }
    void force() override {
      files_.awaitForce();
      if (files_.failsForces_) {
        throw systemError(path_, "force", EIO);
      }
      inner_->force();
    }
    void truncate(std::int64_t bytes) override { inner_->truncate(bytes); }
    std::int64_t size() override { return inner_->size(); }
    void close() override { inner_->close(); }

   private:
    FaultyFiles& files_;
    std::filesystem::path path_;
    std::unique_ptr<LogFile> inner_;
  };

  void awaitForce() {
    std::unique_lock lock(mutex_);
    waiting_++;
    changed_.notify_all();
    changed_.wait(lock, [this] { return !held_; });
    waiting_--;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool held_ = false;
  int waiting_ = 0;
  std::atomic<bool> failsForces_{false};
  std::atomic<bool> failsSyncs_{false};
  std::atomic<bool> failsWrites_{false};
  std::atomic<std::int64_t> usable_{-1};
};

}  // namespace tandem::wal::test
