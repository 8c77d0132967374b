#include "tandem/logger/append/descriptor_table.hpp"

#include <cstring>

#include "tandem/logger/format/record_checksum.hpp"

namespace tandem::logger {
namespace {

std::size_t homeOf(std::string_view pattern, std::uint64_t signature) {
  std::uint64_t hash = signature * 31 + pattern.size();
  std::size_t at = 0;
  for (; at + 8 <= pattern.size(); at += 8) {
    std::uint64_t word;
    std::memcpy(&word, pattern.data() + at, sizeof word);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 32;
  }
  std::uint64_t rest = 0;
  if (at < pattern.size()) {
    std::memcpy(&rest, pattern.data() + at, pattern.size() - at);
  }
  return static_cast<std::size_t>(RecordChecksum::mix(hash ^ rest));
}

}  // namespace

DescriptorTable::~DescriptorTable() { delete[] slots_.load(); }

Descriptor* DescriptorTable::find(std::string_view pattern, std::uint64_t signature) {
  Slot* const slots = slots_.load(std::memory_order_acquire);
  if (slots != nullptr) {
    for (std::size_t at = homeOf(pattern, signature);; at++) {
      Descriptor* const found = slots[at % SLOTS].load(std::memory_order_acquire);
      if (found == nullptr) {
        break;
      }
      if (found->signature == signature && found->pattern == pattern) {
        return found;
      }
    }
  }
  return add(pattern, signature);
}

Descriptor* DescriptorTable::add(std::string_view pattern, std::uint64_t signature) {
  const std::lock_guard guard(mutex_);
  Slot* slots = slots_.load(std::memory_order_relaxed);
  if (slots == nullptr) {
    slots = new Slot[SLOTS]{};
    slots_.store(slots, std::memory_order_release);
  }
  std::size_t at = homeOf(pattern, signature);
  for (;; at++) {
    Descriptor* const found = slots[at % SLOTS].load(std::memory_order_relaxed);
    if (found == nullptr) {
      break;
    }
    if (found->signature == signature && found->pattern == pattern) {
      return found;
    }
  }
  if (all_.size() == MOST || pattern.size() > MOST_PATTERN) {
    return nullptr;
  }
  all_.push_back(std::make_unique<Descriptor>(++ids_, pattern, signature));
  slots[at % SLOTS].store(all_.back().get(), std::memory_order_release);
  return all_.back().get();
}

}  // namespace tandem::logger
