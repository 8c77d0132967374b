#include "book_workload_reader.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "../wal/arguments.hpp"
#include "../wal/wal_text.hpp"
#include "flow_files.hpp"

namespace tandem::tool {
namespace {

static_assert(std::endian::native == std::endian::little, "its numbers are read as they lie there");

constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kRecordBytes = 40;

// Where the fields of a record are.
constexpr std::size_t kKindAt = 0;
constexpr std::size_t kSideAt = 1;
constexpr std::size_t kIocAt = 2;
constexpr std::size_t kQuantityAt = 4;
constexpr std::size_t kSequenceAt = 8;
constexpr std::size_t kOrderAt = 16;
constexpr std::size_t kPriceAt = 24;

template <typename Number>
Number numberAt(std::string_view bytes, std::size_t offset) {
  Number value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

[[noreturn]] void badByte(const std::string& place, std::string_view what, u8 value,
                          const std::string& expected) {
  badInput(place, what, std::to_string(value), expected);
}

u8 typeOf(u8 kind, const std::string& place) {
  switch (kind) {
    case 0:
      return command::type::kPlace;
    case 1:
      return command::type::kCancel;
    case 2:
      return command::type::kMove;
    default:
      badByte(place, "type", kind, "0 (new), 1 (cancel) or 2 (modify)");
  }
}

FlowCommand commandOf(std::string_view bytes, i64 record, const std::string& file) {
  const std::string place = file + ": record " + std::to_string(record);
  FlowCommand c;
  c.type = typeOf(numberAt<u8>(bytes, kKindAt), place);
  c.side = numberAt<u8>(bytes, kSideAt);
  if (c.side != command::kBuy && c.side != command::kSell) {
    badByte(place, "side", c.side, "0 (buy) or 1 (sell)");
  }
  const u8 ioc = numberAt<u8>(bytes, kIocAt);
  if (ioc > 1) {
    badByte(place, "ioc", ioc, "0 or 1");
  }
  c.orderType = ioc == 1 ? command::kIoc : command::kGtc;
  c.timeNs = record;
  c.orderId = numberAt<i64>(bytes, kOrderAt);
  c.userId = Flow::userOf(c.orderId);
  c.price = numberAt<i64>(bytes, kPriceAt);
  c.quantity =
      c.type == command::type::kCancel ? Flow::kUnchecked : i64{numberAt<u32>(bytes, kQuantityAt)};
  c.number = numberAt<i64>(bytes, kSequenceAt);
  c.line = record;
  return c;
}

/** Refuses a header that is not the one of this version; returns how many records it promises. */
std::size_t countOfHeader(const InputFile& file) {
  constexpr u32 kVersion = 1;
  if (file.bytes.size() < kHeaderBytes) {
    throw BadInputException(file.name + ": ends within its header of 16 bytes");
  }
  const std::string place = file.name + ": header";
  if (!BookWorkloadReader::isMagic(file.bytes)) {
    badInput(place, "magic", hex16(numberAt<std::uint64_t>(file.bytes, 0)),
             hex16(BookWorkloadReader::kMagic));
  }
  const u32 version = numberAt<u32>(file.bytes, 8);
  if (version != kVersion) {
    badInput(place, "version", std::to_string(version), "1");
  }
  return numberAt<u32>(file.bytes, 12);
}

}  // namespace

bool BookWorkloadReader::isMagic(std::string_view bytes) {
  return bytes.size() >= sizeof kMagic && numberAt<std::uint64_t>(bytes, 0) == kMagic;
}

Flow BookWorkloadReader::read(const InputFile& file) {
  // A piece is looked at as a whole, so that it is told first that the file ends within it.
  constexpr std::size_t kPiece = 1024;
  const std::size_t count = countOfHeader(file);
  Flow flow(FlowFormat::BOOK_WORKLOAD);
  flow.symbols.push_back({FlowFiles::symbolName(file.name), file.name, 1});
  std::string_view rest = std::string_view(file.bytes).substr(kHeaderBytes);
  const std::size_t whole = rest.size() / kRecordBytes;
  flow.commands.reserve(std::min(count, whole));
  for (std::size_t done = 0; done < count; done++) {
    if (done % kPiece == 0 && whole < std::min(count, done + kPiece)) {
      throw BadInputException(file.name + ": ends within record " + std::to_string(whole + 1) +
                              ", expected " + std::to_string(count) +
                              " records of 40 bytes as its header says");
    }
    flow.commands.push_back(
        commandOf(rest.substr(done * kRecordBytes), static_cast<i64>(done) + 1, file.name));
  }
  if (rest.size() != count * kRecordBytes) {
    throw BadInputException(file.name + ": goes on after the " + std::to_string(count) +
                            " records that its header promises");
  }
  return flow;
}

}  // namespace tandem::tool
