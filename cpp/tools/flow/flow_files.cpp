#include "flow_files.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include "../wal/arguments.hpp"
#include "book_workload_reader.hpp"
#include "csv_reader.hpp"
#include "sse_reader.hpp"

namespace tandem::tool {
namespace {

FlowFormat detect(const InputFile& file) {
  constexpr std::size_t kPeek = 128;
  const std::string_view start = std::string_view(file.bytes).substr(0, kPeek);
  if (BookWorkloadReader::isMagic(start)) {
    return FlowFormat::BOOK_WORKLOAD;
  }
  if (start.starts_with(SseReader::kHeader)) {
    return FlowFormat::SSE;
  }
  if (start.starts_with(CsvReader::kMagic)) {
    return FlowFormat::CSV;
  }
  if (start.empty()) {
    throw BadInputException(file.name + ": is empty");
  }
  badInput(file.name + ":1", "first line", start.substr(0, start.find('\n')),
           std::string("\"")
               .append(CsvReader::kVersionLine)
               .append("\" (csv), \"")
               .append(SseReader::kHeader)
               .append("\" (sse) or a book-workload"));
}

bool isSameFile(const std::string& a, const std::string& b) {
  // Whoever opens a file tells better what is wrong with it.
  std::error_code ignored;
  return a == b || std::filesystem::equivalent(a, b, ignored);
}

/** Outputs tell symbols by name, and a name is all that is left of a file there. */
void demandDistinct(const std::vector<std::string>& files) {
  for (std::size_t i = 1; i < files.size(); i++) {
    for (std::size_t j = 0; j < i; j++) {
      const std::string& file = files[i];
      const std::string& other = files[j];
      if (isSameFile(file, other)) {
        throw BadInputException(file + ": is the same file as " + other + ": name each file once");
      }
      const std::string name = FlowFiles::symbolName(file);
      if (name == FlowFiles::symbolName(other)) {
        throw BadInputException(file + ": its symbol is called \"" + name + "\", like that of " +
                                other +
                                ": their rows could not be told apart; rename one of the files");
      }
    }
  }
}

/** Refuses a flow that cannot be one of several. */
void demandMergeable(const Flow& flow, const Flow& first) {
  const std::string& file = flow.symbols[0].file;
  if (flow.format == FlowFormat::BOOK_WORKLOAD) {
    throw BadInputException(file + ": a book-workload has no times to merge by; replay it alone");
  }
  if (flow.symbols.size() != 1) {
    throw BadInputException(file + ": has commands of " + std::to_string(flow.symbols.size()) +
                            " symbols, expected 1: several files are one symbol each");
  }
  if (flow.format != first.format) {
    throw BadInputException(file + ": is " + std::string(labelOf(flow.format)) + " but " +
                            first.symbols[0].file + " is " + std::string(labelOf(first.format)) +
                            ": files of one replay must have one format");
  }
}

Flow merge(const std::vector<Flow>& flows) {
  Flow merged(flows[0].format);
  for (const Flow& flow : flows) {
    FlowSymbol symbol = flow.symbols[0];
    symbol.name = FlowFiles::symbolName(symbol.file);
    merged.symbols.push_back(std::move(symbol));
  }
  std::vector<std::size_t> next(flows.size());
  while (true) {
    std::size_t first = flows.size();
    for (std::size_t f = 0; f < flows.size(); f++) {
      if (next[f] < flows[f].commands.size() &&
          (first == flows.size() ||
           flows[f].commands[next[f]].timeNs < flows[first].commands[next[first]].timeNs)) {
        first = f;
      }
    }
    if (first == flows.size()) {
      return merged;
    }
    FlowCommand command = flows[first].commands[next[first]++];
    command.symbol = static_cast<i32>(first);
    merged.commands.push_back(command);
  }
}

Flow readAs(const InputFile& file, FlowFormat format) {
  switch (format) {
    case FlowFormat::SSE:
      return SseReader::read(file);
    case FlowFormat::BOOK_WORKLOAD:
      return BookWorkloadReader::read(file);
    default:
      return CsvReader::read(file);
  }
}

}  // namespace

Flow FlowFiles::read(const std::vector<std::string>& files, std::optional<FlowFormat> format) {
  if (files.size() == 1) {
    return read(InputFile::read(files[0]), format);
  }
  demandDistinct(files);
  std::vector<Flow> flows;
  for (const std::string& file : files) {
    flows.push_back(read(InputFile::read(file), format));
    demandMergeable(flows.back(), flows.front());
  }
  return merge(flows);
}

Flow FlowFiles::read(const InputFile& file, std::optional<FlowFormat> format) {
  Flow flow = readAs(file, format ? *format : detect(file));
  if (flow.commands.empty()) {
    throw BadInputException(file.name + ": has no commands");
  }
  return flow;
}

std::string FlowFiles::symbolName(const std::string& file) {
  std::string name = std::filesystem::path(file).filename().string();
  std::replace(name.begin(), name.end(), ',', '_');
  for (const std::string_view suffix : {".zst", ".csv", ".bin", ".commands"}) {
    std::string lower = name;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char each) { return static_cast<char>(std::tolower(each)); });
    if (lower.size() > suffix.size() && lower.ends_with(suffix)) {
      name.erase(name.size() - suffix.size());
    }
  }
  return name;
}

}  // namespace tandem::tool
