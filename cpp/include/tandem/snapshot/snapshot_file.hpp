#pragma once

#include <cstddef>
#include <filesystem>

#include "tandem/snapshot/snapshot_disk.hpp"
#include "tandem/snapshot/snapshot_info.hpp"
#include "tandem/state/state_image.hpp"

/**
 * The bytes of a snapshot: a header of 80, an entry of 32 for each table, a checksum of both, then
 * the tables, each with its checksum in its entry. All numbers are little-endian, all checksums
 * XXH3 in 64 bits:
 *
 *     0        8         12       16            24       32            36
 *     | magic  | version | tables | log sequence | created | risk shards | matching shards |
 *     40           48           56       64       72     80
 *     | event hash | state hash | length | log id | mark | entries ... | checksum | tables ...
 *
 *     0      4           8      16       24          32
 *     | kind | row words | rows | offset | checksum | an entry
 */
namespace tandem::snapshot::snapshot_file {

/** Name of the file in the snapshot's directory. */
inline constexpr const char* kName = "state";
/** "TANDSNAP". */
inline constexpr u64 kMagic = 0x50414e53444e4154;
inline constexpr u32 kVersion = 4;
inline constexpr std::size_t kHeaderBytes = 80 + 32 * state::kTables + 8;

/** Writes an image to a new file and syncs it. Throws wal::IoException. */
SnapshotInfo write(const std::filesystem::path& directory, const state::StateImage& image,
                   const LogPosition& position, i64 createdNs, SnapshotDisk& disk);

/**
 * Reads and checks the header, and that the file has the length that it says. Throws
 * SnapshotException; wal::IoException.
 */
SnapshotInfo readHeader(const std::filesystem::path& directory);

/** Reads all tables and checks their checksums, their counts and the hashes. Throws the same. */
state::StateImage read(const std::filesystem::path& directory);

}  // namespace tandem::snapshot::snapshot_file
