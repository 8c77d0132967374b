#include "tandem/wal/storage/descriptor.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace tandem::wal {
namespace {

/** What is logged is for its owner alone. */
constexpr mode_t kMode = 0600;

/**
 * The error of a force of a file; 0 if there is none. An interrupted call has reported nothing of
 * the device, and lost no error. Any other is final.
 */
int forced(int (*call)(int), int number) {
  int failed;
  do {
    failed = call(number) == 0 ? 0 : errno;
  } while (failed == EINTR);
  return failed;
}

int openAgain(const std::filesystem::path& path, int flags) {
  int number;
  do {
    number = ::open(path.c_str(), flags | O_CLOEXEC, kMode);
  } while (number < 0 && errno == EINTR);
  return number;
}

}  // namespace

IoException systemError(const std::filesystem::path& path, const std::string& operation, int code) {
  return {path.string() + ": " + operation + ": " + std::system_category().message(code), code};
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    reset();
    number_ = std::exchange(other.number_, -1);
  }
  return *this;
}

Descriptor Descriptor::open(const std::filesystem::path& path, int flags) {
  const int number = openAgain(path, flags);
  if (number < 0) {
    throw systemError(path, "open", errno);
  }
  return Descriptor(number);
}

Descriptor Descriptor::openIfThere(const std::filesystem::path& path, int flags) {
  const int number = openAgain(path, flags);
  if (number < 0 && errno != ENOENT) {
    throw systemError(path, "open", errno);
  }
  return Descriptor(number);
}

Descriptor Descriptor::openIfNew(const std::filesystem::path& path) {
  const int number = openAgain(path, O_CREAT | O_EXCL | O_RDWR);
  if (number < 0 && errno != EEXIST) {
    throw systemError(path, "make", errno);
  }
  return Descriptor(number);
}

int Descriptor::reset() {
  const int number = std::exchange(number_, -1);
  // Not tried again: Linux has freed the number even where the call was interrupted.
  return number < 0 || ::close(number) == 0 ? 0 : errno;
}

std::int64_t Descriptor::size(const std::filesystem::path& path) const {
  struct stat found {};
  if (::fstat(number_, &found) != 0) {
    throw systemError(path, "size", errno);
  }
  return found.st_size;
}

std::size_t Descriptor::readAt(std::byte* target, std::size_t bytes, std::int64_t offset,
                               const std::filesystem::path& path) const {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t count =
        ::pread(number_, target + done, bytes - done, offset + static_cast<std::int64_t>(done));
    if (count < 0) {
      if (errno == EINTR) {
        continue;
      }
      throw systemError(path, "read at " + std::to_string(offset), errno);
    }
    if (count == 0) {
      break;
    }
    done += static_cast<std::size_t>(count);
  }
  return done;
}

void Descriptor::writeAt(Bytes source, std::int64_t offset,
                         const std::filesystem::path& path) const {
  while (!source.empty()) {
    const ssize_t count = ::pwrite(number_, source.data(), source.size(), offset);
    if (count < 0) {
      if (errno == EINTR) {
        continue;
      }
      throw systemError(path, "write at " + std::to_string(offset), errno);
    }
    source = source.subspan(static_cast<std::size_t>(count));
    offset += count;
  }
}

void Descriptor::truncate(std::int64_t bytes, const std::filesystem::path& path) const {
  int failed;
  do {
    failed = ::ftruncate(number_, bytes) == 0 ? 0 : errno;
  } while (failed == EINTR);
  if (failed != 0) {
    throw systemError(path, "truncate to " + std::to_string(bytes), failed);
  }
}

void Descriptor::force(const std::filesystem::path& path) const {
  if (const int failed = forced(::fdatasync, number_); failed != 0) {
    throw systemError(path, "force", failed);
  }
}

void Descriptor::sync(const std::filesystem::path& path) const {
  if (const int failed = forced(::fsync, number_); failed != 0) {
    throw systemError(path, "sync", failed);
  }
}

}  // namespace tandem::wal
