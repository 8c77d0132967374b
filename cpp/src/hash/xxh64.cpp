#include "tandem/hash/xxh64.hpp"

#include <algorithm>

#include "function_set.hpp"
#include "xxh64_math.hpp"

namespace tandem::hash {

using xxh64::kStripe;

namespace {

const u8* pointer(Bytes bytes) { return reinterpret_cast<const u8*>(bytes.data()); }

void copy(u8* to, const u8* from, std::size_t length) {
  if (length > 0) {
    std::memcpy(to, from, length);
  }
}

}  // namespace

Xxh64Stream& Xxh64Stream::reset() {
  length_ = 0;
  xxh64::start(lanes_.data(), seed_);
  return *this;
}

Xxh64Stream& Xxh64Stream::update(Bytes input) {
  const u8* in = pointer(input);
  std::size_t left = input.size();
  const std::size_t held = length_ % kStripe;
  length_ += left;
  if (held + left < kStripe) {
    copy(pending_.data() + held, in, left);
    return *this;
  }
  if (held > 0) {
    const std::size_t missing = kStripe - held;
    copy(pending_.data() + held, in, missing);
    active->xxh64Consume(lanes_.data(), pending_.data(), 1);
    in += missing;
    left -= missing;
  }
  const std::size_t whole = left / kStripe;
  active->xxh64Consume(lanes_.data(), in, whole);
  copy(pending_.data(), in + whole * kStripe, left % kStripe);
  return *this;
}

Xxh64Stream& Xxh64Stream::update(Bytes entry, SectorLayout layout) {
  const std::size_t hashed = layout.hashedBytes();
  const std::size_t stride = layout.sectorBytes();
  const std::size_t sectors = entry.size() / stride;
  if (length_ % kStripe == 0 && hashed % kStripe == 0) {
    active->xxh64Sectors(lanes_.data(), pointer(entry), sectors, {stride, hashed});
    length_ += sectors * hashed;
  } else {
    for (std::size_t i = 0; i < sectors; i++) {
      update(entry.subspan(i * stride, hashed));
    }
  }
  const Bytes tail = entry.subspan(sectors * stride);
  return update(tail.first(std::min(tail.size(), hashed)));
}

u64 Xxh64Stream::digest() const {
  const u64 h = length_ < kStripe ? seed_ + xxh64::kP5 : xxh64::merge(lanes_.data());
  return xxh64::finish(h + length_, pending_.data(), length_ % kStripe);
}

u64 Xxh64::hash(Bytes input) const { return active->xxh64(pointer(input), input.size(), seed_); }

u64 Xxh64::hash(Bytes entry, SectorLayout layout) const {
  return Xxh64Stream(seed_).update(entry, layout).digest();
}

u64 Xxh64::hash(const SectorList& list) const {
  Xxh64Stream stream(seed_);
  for (const Bytes& entry : list.entries()) {
    stream.update(entry, list.layout());
  }
  return stream.digest();
}

}  // namespace tandem::hash
