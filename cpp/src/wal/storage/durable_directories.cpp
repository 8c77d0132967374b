#include "tandem/wal/storage/durable_directories.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <vector>

#include "tandem/wal/storage/descriptor.hpp"

namespace tandem::wal {

namespace fs = std::filesystem;

namespace {

bool isDirectory(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool hasParent(const fs::path& path) {
  return path.has_parent_path() && path.parent_path() != path;
}

bool mayBeNew(const fs::path& directory) {
  if (!isDirectory(directory)) {
    return true;
  }
  const fs::path parent = directory.parent_path();
  struct stat own {};
  struct stat above {};
  // What is mounted was not made there, and its place may be of a kind that syncs no directory.
  return ::access(parent.c_str(), W_OK) == 0 && ::stat(directory.c_str(), &own) == 0 &&
         ::stat(parent.c_str(), &above) == 0 && own.st_dev == above.st_dev;
}

/** Makes the names in a directory durable, if any can be of a call that failed. */
void syncIfReadable(const fs::path& directory, LogFiles& files) {
  try {
    files.syncDirectory(directory);
  } catch (const IoException& failure) {
    // Without the right none was made in it by whom this runs for.
    if (failure.code() != EACCES) {
      throw;
    }
  }
}

}  // namespace

void DurableDirectories::make(const fs::path& directory, LogFiles& files) {
  std::vector<fs::path> names;
  fs::path place = fs::absolute(directory).lexically_normal();
  if (!place.has_filename()) {
    place = place.parent_path();
  }
  while (hasParent(place) && mayBeNew(place)) {
    names.push_back(place);
    place = place.parent_path();
  }
  for (auto each = names.rbegin(); each != names.rend(); ++each) {
    if (isDirectory(*each)) {
      syncIfReadable(each->parent_path(), files);
    } else {
      // By opening it, because rights are not all that may be in the way.
      Descriptor::open(each->parent_path(), O_RDONLY | O_DIRECTORY);
      // Another process may make it meanwhile; who needs it durable syncs it all the same.
      if (::mkdir(each->c_str(), 0700) != 0 && errno != EEXIST) {
        throw systemError(*each, "make the directory", errno);
      }
      files.syncDirectory(each->parent_path());
    }
  }
}

}  // namespace tandem::wal
