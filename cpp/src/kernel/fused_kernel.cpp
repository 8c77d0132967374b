#include "tandem/kernel/fused_kernel.hpp"

#include "kernel_threads.hpp"
#include "tandem/statemachine/look_ahead.hpp"

namespace tandem::kernel {

namespace {

struct FusedPassHandler {
  explicit FusedPassHandler(statemachine::Stages& of)
      : stages(of), ahead(of.matching(0), of.riskShards() == 0 ? nullptr : &of.risk(0)) {}

  statemachine::Stages& stages;
  statemachine::LookAhead ahead;

  void startBatch() { stages.startBatch(); }
  void lookAhead(pipeline::RingBuffer<command::Command>& ring, i64 current, i64 available) {
    ahead.before(current, available,
                 [&](i64 at) -> const command::CommandRecord& { return ring[at]; });
  }
  void onEvent(command::Command& c, i64 sequence) {
    stages.admit(c, sequence);
    stages.apply(c);
    stages.report(c);
  }
};

/** All stages on one thread, behind the intake. */
class FusedPassThread final : public Kernel::Threads {
 public:
  FusedPassThread(const statemachine::StagesOptions& stages, const KernelOptions& options)
      : Threads(std::make_unique<statemachine::Stages>(stages.inOnePass()), options),
        pass_(ring_, afterPublishers(), poison_, FusedPassHandler(stages_), options.stage) {
    endWith(pass_.sequence());
    start(pass_);
  }
  ~FusedPassThread() override { stop(); }

 private:
  pipeline::StageProcessor<command::Command, FusedPassHandler> pass_;
};

}  // namespace

FusedKernel::FusedKernel(statemachine::StagesOptions stages, const KernelOptions& options)
    : Kernel(std::make_unique<FusedPassThread>(stages, options)) {}

}  // namespace tandem::kernel
