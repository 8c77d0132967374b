#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <tuple>

#include "failing_threads.hpp"
#include "tandem.h"

namespace tandem {
namespace {

constexpr std::uint32_t kSlots = 1 << 10;
/** Many laps of the ring, and a multiple of three. */
constexpr std::uint64_t kEvents = 30'000;
/** A round trip may take a thousandth of a second where both sides park. */
constexpr std::uint64_t kRoundTrips = 300;

tandem_pipeline_options options(std::uint32_t shape, std::uint32_t waiting = TANDEM_WAIT_YIELDING) {
  return {sizeof(tandem_pipeline_options), shape, waiting, kSlots};
}

constexpr std::uint64_t sumTo(std::uint64_t events) { return events * (events - 1) / 2; }

struct Shape {
  std::uint32_t shape;
  int processors;
};

class Pipeline : public testing::TestWithParam<std::tuple<Shape, std::uint32_t>> {
 protected:
  Pipeline() {
    const auto [shape, waiting] = GetParam();
    const tandem_pipeline_options asked = options(shape.shape, waiting);
    EXPECT_EQ(tandem_pipeline_create(&asked, &pipeline), TANDEM_OK);
  }
  ~Pipeline() override { tandem_pipeline_destroy(pipeline); }

  static std::uint64_t events() {
    return std::get<0>(GetParam()).shape == TANDEM_SHAPE_PING_PONG ? kRoundTrips : kEvents;
  }

  /** What each processor has seen after so many passes. */
  static std::array<std::uint64_t, 3> expected(std::uint64_t passes) {
    const auto [shape, processors] = std::get<0>(GetParam());
    std::uint64_t sum = passes * sumTo(events());
    if (shape == TANDEM_SHAPE_THREE_TO_ONE) {
      sum = passes * 3 * sumTo(events() / 3);
    } else if (shape == TANDEM_SHAPE_PING_PONG) {
      sum = sumTo(passes * events());
    }
    return {sum, processors > 1 ? sum : 0, processors > 2 ? sum : 0};
  }

  tandem_pipeline* pipeline = nullptr;
};

TEST_P(Pipeline, EachProcessorSeesEachEventOfEachPass) {
  for (std::uint64_t passes = 1; passes <= 3; passes++) {
    tandem_pipeline_pass pass{};
    ASSERT_EQ(tandem_pipeline_run(pipeline, events(), &pass), TANDEM_OK);
    EXPECT_EQ(std::to_array(pass.seen), expected(passes));
    EXPECT_GT(pass.took_ns, 0u);
  }
}

/** As one that fails between its creation and its first pass. */
TEST_P(Pipeline, OneWithoutAPassEnds) { EXPECT_NE(pipeline, nullptr); }

TEST_P(Pipeline, ImpossibleNumbersOfEventsAreRefusedAndChangeNothing) {
  tandem_pipeline_pass pass{7, {7, 7, 7}};
  EXPECT_EQ(tandem_pipeline_run(pipeline, 0, &pass), TANDEM_INVALID);
  EXPECT_EQ(tandem_pipeline_run(pipeline, (std::uint64_t{1} << 40) + 1, &pass), TANDEM_INVALID);
  EXPECT_EQ(tandem_pipeline_run(pipeline, events(), nullptr), TANDEM_INVALID);
  if (std::get<0>(GetParam()).shape == TANDEM_SHAPE_THREE_TO_ONE) {
    EXPECT_EQ(tandem_pipeline_run(pipeline, 4, &pass), TANDEM_INVALID);
    EXPECT_NE(std::string(tandem_error()).find("a multiple of 3"), std::string::npos);
  }
  EXPECT_EQ(pass.took_ns, 7u);
  EXPECT_EQ(pass.seen[2], 7u);
  ASSERT_EQ(tandem_pipeline_run(pipeline, events(), &pass), TANDEM_OK);
  EXPECT_EQ(std::to_array(pass.seen), expected(1));
}

INSTANTIATE_TEST_SUITE_P(Shapes, Pipeline,
                         testing::Combine(testing::Values(Shape{TANDEM_SHAPE_ONE_TO_ONE, 1},
                                                          Shape{TANDEM_SHAPE_PIPELINE_OF_3, 3},
                                                          Shape{TANDEM_SHAPE_DIAMOND, 3},
                                                          Shape{TANDEM_SHAPE_THREE_TO_ONE, 1},
                                                          Shape{TANDEM_SHAPE_PING_PONG, 2}),
                                          testing::Values(std::uint32_t{TANDEM_WAIT_YIELDING},
                                                          std::uint32_t{TANDEM_WAIT_PARKING})));

TEST_P(Pipeline, OneWhoseThreadsCannotAllStartIsNotMadeAndLeavesNone) {
  const auto [shape, waiting] = GetParam();
  const tandem_pipeline_options asked = options(shape.shape, waiting);
  for (int allowed = 0; allowed < shape.processors; allowed++) {
    tandem_pipeline* none = nullptr;
    const test::FailingThreads failing(allowed);
    EXPECT_EQ(tandem_pipeline_create(&asked, &none), TANDEM_NO_THREADS);
    EXPECT_EQ(none, nullptr);
  }
}

TEST(PipelineOfThreeProducers, APassWhoseProducersCannotStartIsTheLast) {
  const tandem_pipeline_options asked = options(TANDEM_SHAPE_THREE_TO_ONE);
  tandem_pipeline* pipeline = nullptr;
  ASSERT_EQ(tandem_pipeline_create(&asked, &pipeline), TANDEM_OK);
  tandem_pipeline_pass pass{7, {7, 7, 7}};
  {
    const test::FailingThreads failing(1);
    EXPECT_EQ(tandem_pipeline_run(pipeline, kEvents, &pass), TANDEM_NO_THREADS);
  }
  EXPECT_EQ(tandem_pipeline_run(pipeline, kEvents, &pass), TANDEM_FAILED);
  EXPECT_EQ(pass.seen[0], 7u);
  tandem_pipeline_destroy(pipeline);
}

TEST(PipelineOptions, WrongOnesAreRefusedWithTheReason) {
  tandem_pipeline* none = nullptr;
  const auto refused = [&](tandem_pipeline_options wrong, const std::string& reason) {
    EXPECT_EQ(tandem_pipeline_create(&wrong, &none), TANDEM_INVALID);
    EXPECT_NE(std::string(tandem_error()).find(reason), std::string::npos) << tandem_error();
  };
  tandem_pipeline_options wrong = options(TANDEM_SHAPE_DIAMOND);
  wrong.size--;
  refused(wrong, "of another size");
  refused(options(TANDEM_SHAPE_PING_PONG + 1), "no such shape");
  refused(options(TANDEM_SHAPE_DIAMOND, TANDEM_WAIT_PARKING + 1), "no such way of waiting");
  for (const std::uint32_t slots : {0u, 3u, 1u << 21}) {
    wrong = options(TANDEM_SHAPE_DIAMOND);
    wrong.slots = slots;
    refused(wrong, "no power of two up to 2^20");
  }
  EXPECT_EQ(tandem_pipeline_create(nullptr, &none), TANDEM_INVALID);
  const tandem_pipeline_options right = options(TANDEM_SHAPE_DIAMOND);
  EXPECT_EQ(tandem_pipeline_create(&right, nullptr), TANDEM_INVALID);
  EXPECT_EQ(none, nullptr);
  tandem_pipeline_pass pass{};
  EXPECT_EQ(tandem_pipeline_run(nullptr, 1, &pass), TANDEM_INVALID);
  tandem_pipeline_destroy(nullptr);
}

}  // namespace
}  // namespace tandem
