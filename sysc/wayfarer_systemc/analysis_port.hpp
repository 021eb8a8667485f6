// An analysis port that knows whether anybody listens.
#pragma once

#include <systemc>
#include <tlm>

namespace wayfarer::sysc {

/// As tlm::tlm_analysis_port, which any number of tlm_analysis_if may be bound to.
template <typename Record>
class AnalysisPort final : public tlm::tlm_analysis_port<Record> {
 public:
  explicit AnalysisPort(const char* name) : tlm::tlm_analysis_port<Record>(name) {}

  void bind(tlm::tlm_analysis_if<Record>& listener) override {
    tlm::tlm_analysis_port<Record>::bind(listener);
    bound_ = true;
  }
  [[nodiscard]] bool bound() const { return bound_; }

 private:
  bool bound_ = false;
};

}  // namespace wayfarer::sysc
