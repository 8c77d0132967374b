// The functions tandem_pipeline_* of tandem_bench.h: a ring and its processors alone, which the
// benchmarks in Java drive.
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>

#include "exchange_handle.hpp"
#include "ring_shapes.hpp"
#include "tandem.h"

struct tandem_pipeline {
  std::uint32_t shape;
  std::unique_ptr<tandem::capi::RingShape> ring;
  /** Whether a pass was begun and not done. */
  bool failed = false;
};

namespace {

using tandem::capi::DisruptorShapes;
using tandem::capi::failure;
using tandem::pipeline::WaitMode;
using tandem::pipeline::WaitPlan;

constexpr std::uint32_t kMostSlots = 1 << 20;
constexpr std::uint64_t kMostEvents = std::uint64_t{1} << 40;

static_assert(std::size(tandem_pipeline_pass{}.seen) == tandem::capi::RingShape::kMostProcessors);

const char* wrongWith(const tandem_pipeline_options& options) {
  if (options.size != sizeof(tandem_pipeline_options)) {
    return "options of another size: they are of another version of tandem.h";
  }
  if (options.shape > TANDEM_SHAPE_PING_PONG) {
    return "there is no such shape";
  }
  if (options.waiting > TANDEM_WAIT_PARKING) {
    return "there is no such way of waiting";
  }
  if (!std::has_single_bit(options.slots) || options.slots > kMostSlots) {
    return "the slots of a ring are no power of two up to 2^20";
  }
  return nullptr;
}

std::unique_ptr<tandem::capi::RingShape> shapeOf(const tandem_pipeline_options& options) {
  const WaitPlan waiting(options.waiting == TANDEM_WAIT_YIELDING ? WaitMode::kYielding
                                                                 : WaitMode::kParking);
  if (options.shape == TANDEM_SHAPE_PING_PONG) {
    return std::make_unique<tandem::capi::PingPong>(waiting, options.slots);
  }
  static_assert(static_cast<int>(DisruptorShapes::Shape::kOneToOne) == TANDEM_SHAPE_ONE_TO_ONE);
  static_assert(static_cast<int>(DisruptorShapes::Shape::kPipelineOf3) ==
                TANDEM_SHAPE_PIPELINE_OF_3);
  static_assert(static_cast<int>(DisruptorShapes::Shape::kDiamond) == TANDEM_SHAPE_DIAMOND);
  static_assert(static_cast<int>(DisruptorShapes::Shape::kThreeToOne) == TANDEM_SHAPE_THREE_TO_ONE);
  return std::make_unique<DisruptorShapes>(static_cast<DisruptorShapes::Shape>(options.shape),
                                           waiting, options.slots);
}

bool isPossible(const tandem_pipeline& pipeline, std::uint64_t events) {
  const bool whole =
      pipeline.shape != TANDEM_SHAPE_THREE_TO_ONE || events % DisruptorShapes::kProducers == 0;
  return events > 0 && events <= kMostEvents && whole;
}

}  // namespace

int tandem_pipeline_create(const tandem_pipeline_options* options, tandem_pipeline** into) {
  if (options == nullptr || into == nullptr) {
    return failure(TANDEM_INVALID, "a null pointer where something must be");
  }
  if (const char* wrong = wrongWith(*options); wrong != nullptr) {
    return failure(TANDEM_INVALID, wrong);
  }
  try {
    *into = new tandem_pipeline{options->shape, shapeOf(*options)};
    return TANDEM_OK;
  } catch (...) {
    return tandem::capi::notMade(TANDEM_FAILED);
  }
}

int tandem_pipeline_run(tandem_pipeline* pipeline, uint64_t events, tandem_pipeline_pass* into) {
  if (pipeline == nullptr || into == nullptr) {
    return failure(TANDEM_INVALID, "a null pointer where something must be");
  }
  if (pipeline->failed) {
    return failure(TANDEM_FAILED, "an earlier pass was not done");
  }
  if (!isPossible(*pipeline, events)) {
    return failure(TANDEM_INVALID,
                   "events are 1 to 2^40, and a multiple of 3 where three threads publish");
  }
  try {
    const auto begin = std::chrono::steady_clock::now();
    pipeline->ring->pass(events);
    const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - begin;
    into->took_ns = static_cast<std::uint64_t>(took.count());
    for (std::size_t i = 0; i < std::size(into->seen); i++) {
      into->seen[i] = pipeline->ring->seen(i);
    }
    return TANDEM_OK;
  } catch (...) {
    pipeline->failed = true;
    return tandem::capi::notMade(TANDEM_FAILED);
  }
}

void tandem_pipeline_destroy(tandem_pipeline* pipeline) { delete pipeline; }
