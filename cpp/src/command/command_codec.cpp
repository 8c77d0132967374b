#include "tandem/command/command_codec.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tandem::command::command_codec {

static_assert(std::endian::native == std::endian::little, "words are read and written as they lie");

namespace {

i64 word(const std::byte* from, std::size_t index) {
  i64 value;
  std::memcpy(&value, from + index * sizeof value, sizeof value);
  return value;
}

void word(std::byte* to, std::size_t index, i64 value) {
  std::memcpy(to + index * sizeof value, &value, sizeof value);
}

SymbolSpec symbol(const std::byte* from) {
  const u64 currencies = bitsOf(word(from, 1));
  SymbolSpec spec;
  spec.symbol = static_cast<i32>(word(from, 0));
  spec.baseCurrency = static_cast<i32>(currencies);
  spec.quoteCurrency = static_cast<i32>(currencies >> 32);
  spec.lotScale = word(from, 2);
  spec.tickScale = word(from, 3);
  spec.makerFeePpm = word(from, 4);
  spec.takerFeePpm = word(from, 5);
  spec.limits = {word(from, 6), word(from, 7), word(from, 8), word(from, 9)};
  spec.protectionPoints = word(from, 10);
  return spec;
}

void symbol(const SymbolSpec& spec, std::byte* to) {
  const auto words = spec.words();
  std::memcpy(to, words.data(), sizeof words);
}

Naming naming(const std::byte* from) {
  const u64 decimals = bitsOf(word(from, 3));
  return {{bitsOf(word(from, 0)), bitsOf(word(from, 1)), bitsOf(word(from, 2))},
          static_cast<i32>(decimals),
          static_cast<i32>(decimals >> 32)};
}

/** Clears what a command has behind its record. */
void clearOptional(CommandInput& into) {
  into.amount = 0;
  into.transactionId = 0;
  into.currency = 0;
  into.refusal = 0;
  if (into.spec != nullptr) {
    into.spec.reset();
  }
  into.instructions.clear();
  into.query = nullptr;
}

}  // namespace

std::size_t decode(std::span<const std::byte> from, CommandInput& into) {
  if (from.size() < kFixedBytes) {
    return 0;
  }
  CommandRecord record;
  std::memcpy(&record, from.data(), kFixedBytes);
  if (record.flags == 0) {
    static_cast<CommandRecord&>(into) = record;
    clearOptional(into);
    return kFixedBytes;
  }
  const std::size_t bytes = bytesWith(record.flags);
  if ((record.flags & ~kFlags) != 0 || from.size() < bytes) {
    return 0;
  }
  const bool refused = (record.flags & kWithRefusal) != 0;
  const i64 refusal = refused ? word(from.data() + bytes - kRefusalBytes, 0) : 0;
  if (refused && (refusal < 1 || refusal > kMaxRefusal)) {
    return 0;
  }
  const bool account = (record.flags & kWithAccount) != 0;
  static_cast<CommandRecord&>(into) = record;
  const std::byte* at = from.data() + kFixedBytes;
  into.amount = account ? word(at, 0) : 0;
  into.transactionId = account ? word(at, 1) : 0;
  into.currency = account ? static_cast<i32>(word(at, 2)) : 0;
  at += account ? kAccountBytes : 0;
  const bool specified = (record.flags & kWithSymbol) != 0;
  const bool named = (record.flags & kWithNaming) != 0;
  if (specified || (named && record.type == type::kAddCurrency)) {
    SymbolSpec spec = specified ? symbol(at) : SymbolSpec{};
    if (named) {
      spec.naming = naming(at + (specified ? kSymbolBytes : 0));
    }
    into.spec = shared(spec);
  } else {
    into.spec = nullptr;
  }
  if ((record.flags & kWithInstructions) != 0) {
    const std::size_t behind = refused ? kRefusalBytes : 0;
    std::memcpy(into.instructions.extend().words.data(),
                from.data() + bytes - behind - kInstructionsBytes, kInstructionsBytes);
  } else {
    into.instructions.clear();
  }
  into.refusal = static_cast<u8>(refusal);
  into.query = nullptr;
  return bytes;
}

std::size_t encode(const CommandInput& from, std::span<std::byte, kMaxBytes> into) {
  CommandRecord record = from;
  record.flags = 0;
  std::size_t bytes = kFixedBytes;
  if ((from.amount | from.transactionId | from.currency) != 0) {
    record.flags |= kWithAccount;
    std::byte* at = into.data() + bytes;
    word(at, 0, from.amount);
    word(at, 1, from.transactionId);
    word(at, 2, from.currency);
    bytes += kAccountBytes;
  }
  if (type::specifies(from.type) && from.spec != nullptr) {
    record.flags |= kWithSymbol;
    symbol(*from.spec, into.data() + bytes);
    bytes += kSymbolBytes;
  }
  if (type::hasNaming(from.type) && from.spec != nullptr && !from.spec->naming.isNone()) {
    record.flags |= kWithNaming;
    const auto words = from.spec->naming.words();
    std::memcpy(into.data() + bytes, words.data(), sizeof words);
    bytes += kNamingBytes;
  }
  if (const Instructions* said = from.instructions.get(); said != nullptr) {
    record.flags |= kWithInstructions;
    std::memcpy(into.data() + bytes, said->words.data(), kInstructionsBytes);
    bytes += kInstructionsBytes;
  }
  if (from.refusal != 0) {
    record.flags |= kWithRefusal;
    word(into.data() + bytes, 0, std::min(from.refusal, kMaxRefusal));
    bytes += kRefusalBytes;
  }
  std::memcpy(into.data(), &record, kFixedBytes);
  return bytes;
}

}  // namespace tandem::command::command_codec
