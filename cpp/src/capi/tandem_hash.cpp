// The functions tandem_hash_* of tandem.h, and the entries that Java calls with base and offset.
#include <algorithm>
#include <span>

#include "hash/function_set.hpp"
#include "hash/xxh3_short.hpp"
#include "tandem.h"
#include "tandem/hash/hashing.hpp"
#include "tandem/hash/xxh3.hpp"

namespace {

using namespace tandem::hash;

const u8* pointer(const void* in) { return static_cast<const u8*>(in); }

/** By number, because the base may be null. */
const u8* at(const void* base, std::size_t offset) {
  return reinterpret_cast<const u8*>(reinterpret_cast<std::uintptr_t>(base) + offset);
}

Bytes bytes(const void* in, std::size_t length) {
  return {static_cast<const std::byte*>(in), length};
}

/** The standard secret under a seed, without a copy of it for seed 0. */
class SeededKey {
 public:
  explicit SeededKey(u64 seed) : bytes_(xxh3::kSecret) {
    if (seed != 0) {
      xxh3::deriveSecret(seed, derived_);
      bytes_ = derived_;
    }
  }
  SeededKey(const SeededKey&) = delete;
  SeededKey& operator=(const SeededKey&) = delete;

  Key key() const { return {bytes_, xxh3::kSecretBytes}; }

 private:
  alignas(64) u8 derived_[xxh3::kSecretBytes];
  const u8* bytes_;
};

/** Apart, because making a key needs a stack frame that the other lengths do without. */
[[gnu::noinline]] u64 seeded(const u8* in, std::size_t length, u64 seed) {
  return active->xxh3(in, length, SeededKey(seed).key());
}

/** Whether a secret is as long as the loops read it; the C interface has no exception to say so. */
bool isLong(std::size_t secretLength) { return secretLength >= Secret::kMinBytes; }

template <class Hash>
int list(const Hash& hash, const tandem_entry* entries, std::size_t count, std::size_t sector,
         std::size_t hashed, u64* digest) {
  if (!SectorLayout::fits(sector, hashed)) {
    return 0;
  }
  auto stream = hash.stream();
  const SectorLayout layout(sector, hashed);
  for (std::size_t i = 0; i < count; i++) {
    stream.update(bytes(entries[i].address, entries[i].length), layout);
  }
  *digest = stream.digest();
  return 1;
}

}  // namespace

uint32_t tandem_abi_minor() { return TANDEM_ABI_MINOR; }

uint32_t tandem_abi() { return TANDEM_ABI; }

const char* tandem_hash_implementation() { return active->name; }

int tandem_hash_use(const char* implementation) {
  return implementation != nullptr && select(implementation) ? 1 : 0;
}

uint64_t tandem_xxh64(const void* in, size_t length, uint64_t seed) {
  return active->xxh64(pointer(in), length, seed);
}

uint64_t tandem_xxh3_64(const void* in, size_t length, uint64_t seed) {
  if (length <= xxh3::kShort) {
    // Twice, because without a seed the compiler takes the key for constants.
    return seed == 0 ? xxh3::hashShort(pointer(in), length, xxh3::kSecret, 0)
                     : xxh3::hashShort(pointer(in), length, xxh3::kSecret, seed);
  }
  if (seed == 0) {
    return active->xxh3(pointer(in), length, {xxh3::kSecret, xxh3::kSecretBytes});
  }
  return seeded(pointer(in), length, seed);
}

void tandem_xxh3_128(const void* in, size_t length, uint64_t seed, uint64_t* into) {
  if (length <= xxh3::kShort) {
    xxh3::wideShort(pointer(in), length, xxh3::kSecret, seed, into);
  } else {
    active->xxh128(pointer(in), length, SeededKey(seed).key(), into);
  }
}

uint64_t tandem_xxh3_64_secret(const void* in, size_t length, const void* secret,
                               size_t secret_length) {
  if (!isLong(secret_length)) {
    return 0;
  }
  return length <= xxh3::kShort
             ? xxh3::hashShort(pointer(in), length, pointer(secret), 0)
             : active->xxh3(pointer(in), length, {pointer(secret), secret_length});
}

void tandem_xxh3_128_secret(const void* in, size_t length, const void* secret, size_t secret_length,
                            uint64_t* into) {
  if (!isLong(secret_length)) {
    into[0] = into[1] = 0;
  } else if (length <= xxh3::kShort) {
    xxh3::wideShort(pointer(in), length, pointer(secret), 0, into);
  } else {
    active->xxh128(pointer(in), length, {pointer(secret), secret_length}, into);
  }
}

uint64_t tandem_xxh64_entry(const void* in, size_t length, size_t sector, size_t hashed,
                            uint64_t seed) {
  if (!SectorLayout::fits(sector, hashed)) {
    return 0;
  }
  return Xxh64(seed).hash(bytes(in, length), {sector, hashed});
}

uint64_t tandem_xxh3_64_entry(const void* in, size_t length, size_t sector, size_t hashed,
                              uint64_t seed) {
  if (!SectorLayout::fits(sector, hashed)) {
    return 0;
  }
  const std::size_t total = length / sector * hashed + std::min(length % sector, hashed);
  if (hashed % xxh3::kStripe == 0 && total > xxh3::kShort) {
    return active->xxh3Entry(pointer(in), length, {sector, hashed}, SeededKey(seed).key());
  }
  return Xxh3(seed).hash(bytes(in, length), {sector, hashed});
}

int tandem_xxh64_list(const tandem_entry* entries, size_t count, size_t sector, size_t hashed,
                      uint64_t seed, uint64_t* digest) {
  return list(Xxh64(seed), entries, count, sector, hashed, digest);
}

int tandem_xxh3_64_list(const tandem_entry* entries, size_t count, size_t sector, size_t hashed,
                        uint64_t seed, uint64_t* digest) {
  return list(Xxh3(seed), entries, count, sector, hashed, digest);
}

uint64_t tandem_at_xxh64(const void* base, size_t offset, size_t length, uint64_t seed) {
  return active->xxh64(at(base, offset), length, seed);
}

uint64_t tandem_at_xxh3_64(const void* base, size_t offset, size_t length, uint64_t seed) {
  return tandem_xxh3_64(at(base, offset), length, seed);
}

uint64_t tandem_at_xxh3_64_secret(const void* base, size_t offset, size_t length,
                                  const void* secret, size_t secret_length) {
  return tandem_xxh3_64_secret(at(base, offset), length, secret, secret_length);
}

uint64_t tandem_at_xxh64_entry(const void* base, size_t offset, size_t length, size_t sector,
                               size_t hashed, uint64_t seed) {
  return tandem_xxh64_entry(at(base, offset), length, sector, hashed, seed);
}

uint64_t tandem_at_xxh3_64_entry(const void* base, size_t offset, size_t length, size_t sector,
                                 size_t hashed, uint64_t seed) {
  return tandem_xxh3_64_entry(at(base, offset), length, sector, hashed, seed);
}

void tandem_at_xxh64_consume(uint64_t* lanes, const void* base, size_t offset, size_t stripes) {
  active->xxh64Consume(lanes, at(base, offset), stripes);
}

size_t tandem_at_xxh3_consume(uint64_t* lanes, const void* base, size_t offset, size_t stripes,
                              size_t in_block, const void* secret, size_t secret_length) {
  if (!isLong(secret_length)) {
    return in_block;
  }
  return active->xxh3Consume(lanes, at(base, offset), stripes, in_block,
                             {pointer(secret), secret_length});
}

void tandem_at_xxh64_sectors(uint64_t* lanes, const void* base, size_t offset, size_t sectors,
                             size_t sector, size_t hashed) {
  active->xxh64Sectors(lanes, at(base, offset), sectors, {sector, hashed});
}

size_t tandem_at_xxh3_sectors(uint64_t* lanes, const void* base, size_t offset, size_t sectors,
                              size_t sector, size_t hashed, size_t in_block, const void* secret,
                              size_t secret_length) {
  if (!isLong(secret_length)) {
    return in_block;
  }
  return active->xxh3Sectors(lanes, at(base, offset), sectors * (hashed / xxh3::kStripe), in_block,
                             {sector, hashed}, {pointer(secret), secret_length});
}
