#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>

#include "tandem/command/command.hpp"
#include "tandem/journal/journal_exception.hpp"
#include "tandem/wal/format/words.hpp"

/** The kinds of records that an exchange keeps in its log. */
namespace tandem::journal::record_types {

/** A command, by command_codec. */
inline constexpr std::int8_t kCommand = 1;
/** The first record of a log: what kind of exchange wrote it. Two words: version, 1 with risk. */
inline constexpr std::int8_t kExchange = 3;
inline constexpr i64 kVersion = 4;
/** More than any record takes in the log, header included. */
inline constexpr i64 kMostBytes = 256;

/** The body of an EXCHANGE record. */
std::array<std::byte, 16> exchange(bool risk);

/**
 * Whether the exchange that wrote this EXCHANGE record ran with risk.
 *
 * @param sequence the record's, for the message
 * Throws JournalException if it is none that this program reads.
 */
bool hasRisk(const std::filesystem::path& log, i64 sequence, wal::Bytes body);

/**
 * Reads the body of a COMMAND record: all inputs of the command.
 *
 * @param sequence the record's, for the message
 * Throws JournalException if it is no command; then nothing is written.
 */
void decode(const std::filesystem::path& log, i64 sequence, wal::Bytes body,
            command::CommandInput& into);

/** The error for a record of a type that no exchange writes. */
JournalException foreign(const std::filesystem::path& log, i64 sequence, const std::string& why);

}  // namespace tandem::journal::record_types
