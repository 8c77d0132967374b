#include "tandem/logger/append/segment_appender.hpp"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tandem/logger/format/record_layout.hpp"

namespace tandem::logger {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

namespace {

/** Bytes of a definition; longer names are cut. */
constexpr std::int64_t kMostDefinition = 1 << 13;

/** Lets the segment go, however a call ends. */
struct Release {
  SegmentHold& hold;
  ~Release() { hold.release(); }
};

bool isDefined(const LogSegment* segment, const DefinedName& logger, const ThreadContext& context,
               const Descriptor* descriptor) {
  const std::int64_t number = segment->number();
  return context.named == number && logger.named.load(std::memory_order_acquire) == number &&
         (descriptor == nullptr || descriptor->defined.load(std::memory_order_acquire) == number);
}

}  // namespace

ThreadContext::ThreadContext(std::int64_t maxRecord)
    : thread(static_cast<std::int32_t>(::syscall(SYS_gettid))), buffer(maxRecord) {}

std::string ThreadContext::name() const {
  char text[32] = "";
  const bool known = ::pthread_getname_np(::pthread_self(), text, sizeof text) == 0;
  return known && text[0] != 0 ? text : "thread-" + std::to_string(thread);
}

bool SegmentAppender::append(DefinedName& logger, ThreadContext& context, Descriptor* descriptor,
                             nanoseconds bound) {
  const Release release{context.hold};
  const std::int32_t length = context.buffer.finish();
  LogSegment* segment = active_.hold(context.hold);
  steady_clock::time_point since{};
  bool waiting = false;
  while (true) {
    if (segment != nullptr && !segment->isOver()) {
      if (!isDefined(segment, logger, context, descriptor)) {
        define(segment, logger, context, descriptor);
        continue;
      }
      if (claimAndWrite(segment, context.buffer, length)) {
        return true;
      }
    }
    // One bound for the call, however many segments are full when it gets there.
    const auto now = steady_clock::now();
    since = waiting ? since : now;
    waiting = true;
    segment = next(context, segment == nullptr ? 0 : segment->number(), bound.count() > 0,
                   bound - (now - since));
    if (segment == nullptr) {
      return false;
    }
  }
}

/** The segment to continue with. A caller that does not wait gets one only if it is ready. */
LogSegment* SegmentAppender::next(ThreadContext& context, std::int64_t old, bool waits,
                                  nanoseconds left) {
  const bool wait = waits && blocking_ && !active_.isStarved();
  LogSegment* const next =
      left.count() < 0 ? nullptr : active_.await(context.hold, old, wait, left);
  if (next == nullptr && wait && !active_.isEnded()) {
    active_.starve();
  }
  return next;
}

/** Writes the definitions that are missing, as far as there is a place for them. */
void SegmentAppender::define(LogSegment* segment, DefinedName& logger, ThreadContext& context,
                             Descriptor* descriptor) {
  // Rare, so that a buffer of its own is no loss: the caller's record waits in the other.
  RecordBuffer buffer(kMostDefinition);
  const std::int64_t number = segment->number();
  if (context.named != number) {
    buffer.begin(RecordLayout::THREAD_NAME, 0, 0, context.thread, 0, 0);
    buffer.text(context.name());
    if (!put(segment, buffer)) {
      return;
    }
    context.named = number;
  }
  if (logger.named.load(std::memory_order_acquire) != number) {
    buffer.begin(RecordLayout::LOGGER_NAME, 0, 0, context.thread, logger.id, 0);
    buffer.text(logger.name);
    if (!put(segment, buffer)) {
      return;
    }
    logger.named.store(number, std::memory_order_release);
  }
  if (descriptor != nullptr && descriptor->defined.load(std::memory_order_acquire) != number) {
    buffer.begin(RecordLayout::DESCRIPTOR, 0, 0, context.thread, 0, descriptor->id);
    buffer.word(descriptor->signature);
    buffer.string(descriptor->pattern);
    if (put(segment, buffer)) {
      descriptor->defined.store(number, std::memory_order_release);
    }
  }
}

bool SegmentAppender::put(LogSegment* segment, RecordBuffer& buffer) {
  const bool written = claimAndWrite(segment, buffer, buffer.finish());
  if (written) {
    countDefinition();
  }
  return written;
}

/** Writes a record to this very segment; false if there is no more place. */
bool SegmentAppender::claimAndWrite(LogSegment* segment, const RecordBuffer& buffer,
                                    std::int32_t length) {
  const std::int64_t size = SegmentLayout::alignedLength(length);
  const std::uint64_t word = segment->claim(size);
  if (!segment->holds(word, size)) {
    active_.passed(segment, word);
    return false;
  }
  segment->write(SegmentLayout::offsetOf(word), buffer.bytes(), length);
  return true;
}

}  // namespace tandem::logger
