#ifndef TANDEM_H
#define TANDEM_H

/*
 * The C interface of libtandem.
 *
 * No function allocates, locks or keeps state between calls; all may be called by any thread. A
 * range may be anywhere in memory, with any alignment, and nothing outside it is read. A pointer
 * may be null where its length is 0.
 */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TANDEM_API __attribute__((visibility("default")))

/* Version of this interface; grows with every incompatible change. */
#define TANDEM_ABI 2
TANDEM_API uint32_t tandem_abi(void);

/* The loops in use: "scalar", "sse2", "avx2", "avx512" or "neon". */
TANDEM_API const char* tandem_hash_implementation(void);

/* Uses certain loops from now on; 0 if the processor does not have them. For comparison only. */
TANDEM_API int tandem_hash_use(const char* implementation);

/* ---- One call, one digest. ---- */

TANDEM_API uint64_t tandem_xxh64(const void* in, size_t length, uint64_t seed);
TANDEM_API uint64_t tandem_xxh3_64(const void* in, size_t length, uint64_t seed);

/* into[0] is the low half. */
TANDEM_API void tandem_xxh3_128(const void* in, size_t length, uint64_t seed, uint64_t* into);

/* A secret has at least 136 bytes. */
TANDEM_API uint64_t tandem_xxh3_64_secret(const void* in, size_t length, const void* secret,
                                          size_t secret_length);
TANDEM_API void tandem_xxh3_128_secret(const void* in, size_t length, const void* secret,
                                       size_t secret_length, uint64_t* into);

/* ---- Entries cut into sectors of `sector` bytes, of which the first `hashed` are hashed. ---- */

/* The digest of one entry; 0 if the layout does not fit, which needs 0 < hashed <= sector. */
TANDEM_API uint64_t tandem_xxh64_entry(const void* in, size_t length, size_t sector, size_t hashed,
                                       uint64_t seed);
TANDEM_API uint64_t tandem_xxh3_64_entry(const void* in, size_t length, size_t sector,
                                         size_t hashed, uint64_t seed);

typedef struct {
  const void* address;
  size_t length;
} tandem_entry;

/* The digest of a list; 0, and nothing written, if the layout does not fit, else 1. */
TANDEM_API int tandem_xxh64_list(const tandem_entry* entries, size_t count, size_t sector,
                                 size_t hashed, uint64_t seed, uint64_t* digest);
TANDEM_API int tandem_xxh3_64_list(const tandem_entry* entries, size_t count, size_t sector,
                                   size_t hashed, uint64_t seed, uint64_t* digest);

/*
 * ---- For virtual machines: the input is `offset` bytes from `base`. ----
 *
 * There a pointer into the middle of something is an object of its own; a base and a number are
 * not.
 */

TANDEM_API uint64_t tandem_at_xxh64(const void* base, size_t offset, size_t length, uint64_t seed);
TANDEM_API uint64_t tandem_at_xxh3_64(const void* base, size_t offset, size_t length,
                                      uint64_t seed);
TANDEM_API uint64_t tandem_at_xxh3_64_secret(const void* base, size_t offset, size_t length,
                                             const void* secret, size_t secret_length);
TANDEM_API uint64_t tandem_at_xxh64_entry(const void* base, size_t offset, size_t length,
                                          size_t sector, size_t hashed, uint64_t seed);
TANDEM_API uint64_t tandem_at_xxh3_64_entry(const void* base, size_t offset, size_t length,
                                            size_t sector, size_t hashed, uint64_t seed);

/* The loops alone, for streams whose state the caller keeps. */

/* Adds whole stripes of 32 bytes to four lanes. */
TANDEM_API void tandem_at_xxh64_consume(uint64_t* lanes, const void* base, size_t offset,
                                        size_t stripes);

/*
 * Adds whole stripes of 64 bytes to eight lanes, of which in_block are already in the block;
 * returns how many are afterwards.
 */
TANDEM_API size_t tandem_at_xxh3_consume(uint64_t* lanes, const void* base, size_t offset,
                                         size_t stripes, size_t in_block, const void* secret,
                                         size_t secret_length);

/* Whole sectors into lanes; hashed is a multiple of 32 for XXH64 and of 64 for XXH3. */
TANDEM_API void tandem_at_xxh64_sectors(uint64_t* lanes, const void* base, size_t offset,
                                        size_t sectors, size_t sector, size_t hashed);
TANDEM_API size_t tandem_at_xxh3_sectors(uint64_t* lanes, const void* base, size_t offset,
                                         size_t sectors, size_t sector, size_t hashed,
                                         size_t in_block, const void* secret, size_t secret_length);

#ifdef __cplusplus
}
#endif

#endif
