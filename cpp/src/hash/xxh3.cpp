#include "tandem/hash/xxh3.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "function_set.hpp"
#include "xxh3_short.hpp"

namespace tandem::hash {

using xxh3::kShort;
using xxh3::kStripe;

namespace {

const u8* pointer(Bytes bytes) { return reinterpret_cast<const u8*>(bytes.data()); }

Key keyOf(const Secret& secret) { return {secret.longKey().data(), secret.longKey().size()}; }

}  // namespace

Secret::Secret(u64 seed) : seed_(seed) { xxh3::deriveSecret(seed, derived_.data()); }

Secret Secret::ofSeed(u64 seed) { return Secret(seed); }

Secret Secret::ofBytes(Bytes bytes) {
  if (bytes.size() < kMinBytes) {
    throw std::invalid_argument("a secret has at least " + std::to_string(kMinBytes) +
                                " bytes, this one has " + std::to_string(bytes.size()));
  }
  Secret secret(0);
  secret.custom_.assign(pointer(bytes), pointer(bytes) + bytes.size());
  return secret;
}

const u8* Secret::shortKey() const { return custom_.empty() ? xxh3::kSecret : custom_.data(); }

std::span<const u8> Secret::longKey() const {
  if (custom_.empty()) {
    return derived_;
  }
  return custom_;
}

Xxh3Stream& Xxh3Stream::reset() {
  length_ = 0;
  held_ = 0;
  inBlock_ = 0;
  std::copy_n(xxh3::kStart, xxh3::kLanes, lanes_.begin());
  return *this;
}

Xxh3Stream& Xxh3Stream::update(Bytes input) {
  if (!input.empty()) {
    add(pointer(input), input.size());
  }
  return *this;
}

void Xxh3Stream::add(const u8* in, std::size_t length) {
  u8* held = window_.data() + kStripe;
  length_ += length;
  if (held_ + length <= kHeld) {
    std::memcpy(held + held_, in, length);
    held_ += length;
    return;
  }
  if (held_ > 0) {
    const std::size_t missing = (kStripe - held_ % kStripe) % kStripe;
    std::memcpy(held + held_, in, missing);
    held_ += missing;
    in += missing;
    length -= missing;
    release();
  }
  const std::size_t whole = (length - 1) / kStripe;
  if (whole > 0) {
    inBlock_ = active->xxh3Consume(lanes_.data(), in, whole, inBlock_, keyOf(secret_));
    in += whole * kStripe;
    length -= whole * kStripe;
    std::memcpy(window_.data(), in - kStripe, kStripe);
  }
  std::memcpy(held, in, length);
  held_ = length;
}

/** Consumes the held stripes, which are whole; more bytes must follow. */
void Xxh3Stream::release() {
  inBlock_ = active->xxh3Consume(lanes_.data(), window_.data() + kStripe, held_ / kStripe, inBlock_,
                                 keyOf(secret_));
  std::memmove(window_.data(), window_.data() + held_, kStripe);
  held_ = 0;
}

Xxh3Stream& Xxh3Stream::update(Bytes entry, SectorLayout layout) {
  const std::size_t hashed = layout.hashedBytes();
  const std::size_t stride = layout.sectorBytes();
  std::size_t sectors = entry.size() / stride;
  const u8* in = pointer(entry);
  const u8* end = in + entry.size();
  const bool aligned = held_ % kStripe == 0 && hashed % kStripe == 0;
  // The last whole sector may be the end of the input, so it goes the way that holds back.
  if (sectors > 1 && aligned && length_ + (sectors - 1) * hashed > kShort) {
    if (held_ > 0) {
      release();
    }
    const std::size_t direct = sectors - 1;
    inBlock_ = active->xxh3Sectors(lanes_.data(), in, direct * (hashed / kStripe), inBlock_,
                                   {stride, hashed}, keyOf(secret_));
    length_ += direct * hashed;
    in += direct * stride;
    sectors = 1;
    std::memcpy(window_.data(), in - stride + hashed - kStripe, kStripe);
  }
  for (; sectors > 0; sectors--, in += stride) {
    add(in, hashed);
  }
  if (in < end) {
    add(in, std::min(static_cast<std::size_t>(end - in), hashed));
  }
  return *this;
}

/**
 * A copy of the lanes that has taken in the held bytes, too; the stream's own lanes stay as they
 * are.
 */
void Xxh3Stream::finish(u64* lanes) const {
  std::memcpy(lanes, lanes_.data(), sizeof lanes_);
  active->xxh3Consume(lanes, window_.data() + kStripe, (held_ - 1) / kStripe, inBlock_,
                      keyOf(secret_));
  active->xxh3Last(lanes, window_.data() + held_, keyOf(secret_));
}

u64 Xxh3Stream::digest() const {
  if (length_ <= kShort) {
    return xxh3::hashShort(window_.data() + kStripe, length_, secret_.shortKey(), secret_.seed());
  }
  u64 lanes[xxh3::kLanes];
  finish(lanes);
  return xxh3::digest(lanes, length_, keyOf(secret_).bytes);
}

Digest128 Xxh3Stream::digest128() const {
  u64 into[2];
  if (length_ <= kShort) {
    xxh3::wideShort(window_.data() + kStripe, length_, secret_.shortKey(), secret_.seed(), into);
    return {into[1], into[0]};
  }
  u64 lanes[xxh3::kLanes];
  finish(lanes);
  const Key key = keyOf(secret_);
  return {xxh3::digestHigh(lanes, length_, key.bytes, key.size),
          xxh3::digest(lanes, length_, key.bytes)};
}

u64 Xxh3::hash(Bytes input) const {
  const u8* in = pointer(input);
  return input.size() <= kShort
             ? xxh3::hashShort(in, input.size(), secret_.shortKey(), secret_.seed())
             : active->xxh3(in, input.size(), keyOf(secret_));
}

Digest128 Xxh3::hash128(Bytes input) const {
  u64 into[2];
  if (input.size() <= kShort) {
    xxh3::wideShort(pointer(input), input.size(), secret_.shortKey(), secret_.seed(), into);
  } else {
    active->xxh128(pointer(input), input.size(), keyOf(secret_), into);
  }
  return {into[1], into[0]};
}

u64 Xxh3::hash(Bytes entry, SectorLayout layout) const {
  if (layout.hashedBytes() % kStripe == 0 && layout.hashedBytesOf(entry.size()) > kShort) {
    return active->xxh3Entry(pointer(entry), entry.size(),
                             {layout.sectorBytes(), layout.hashedBytes()}, keyOf(secret_));
  }
  return stream().update(entry, layout).digest();
}

u64 Xxh3::hash(const SectorList& list) const {
  Xxh3Stream all = stream();
  for (const Bytes& entry : list.entries()) {
    all.update(entry, list.layout());
  }
  return all.digest();
}

Digest128 Xxh3::hash128(const SectorList& list) const {
  Xxh3Stream all = stream();
  for (const Bytes& entry : list.entries()) {
    all.update(entry, list.layout());
  }
  return all.digest128();
}

}  // namespace tandem::hash
