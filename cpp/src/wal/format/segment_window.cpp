#include "tandem/wal/format/segment_window.hpp"

#include <fcntl.h>

#include <algorithm>

namespace tandem::wal {

void SegmentWindow::look(const SegmentImage& image) {
  forget();
  path_ = image.path;
  segmentBytes_ = image.bytes;
  try {
    file_ = Descriptor::open(path_, O_RDONLY);
  } catch (const IoException& failure) {
    throw UnreadableException(failure.what());
  }
}

void SegmentWindow::forget() {
  from_ = 0;
  to_ = 0;
  chunk_ = LEAST_BYTES;
}

void SegmentWindow::fill(std::int64_t at, std::int64_t end) {
  // A reader that continues where the window ended reads the whole segment.
  const bool goesOn = at > from_ && at <= to_;
  chunk_ = goesOn ? std::min(2 * chunk_, MOST_BYTES) : LEAST_BYTES;
  const std::int64_t bytes = std::max(end - at, std::min(chunk_, segmentBytes_ - at));
  from_ = 0;
  to_ = 0;
  if (read(at, bytes).empty()) {
    from_ = at;
    to_ = at + bytes;
    return;
  }
  // A log that is closed is cut behind its last record, which may be the requested one.
  chunk_ = LEAST_BYTES;
  const std::string failure = read(at, end - at);
  if (!failure.empty()) {
    throw UnreadableException(failure);
  }
  from_ = at;
  to_ = end;
}

/** Returns what went wrong, or nothing. */
std::string SegmentWindow::read(std::int64_t at, std::int64_t bytes) {
  const auto wanted = static_cast<std::size_t>(bytes);
  if (copy_.size() < wanted) {
    copy_.resize(wanted);
  }
  try {
    const std::size_t found = file_.readAt(copy_.data(), wanted, at, path_);
    return found == wanted ? std::string()
                           : path_.string() + ": cannot be read: it ends at " +
                                 std::to_string(at + static_cast<std::int64_t>(found)) +
                                 ", and had " + std::to_string(segmentBytes_) + " bytes";
  } catch (const IoException& failure) {
    return failure.what();
  }
}

}  // namespace tandem::wal
