#include "wayfarer_systemc/bench/current_run.hpp"

#include <string>

namespace wayfarer::sysc {
namespace {

std::string text_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an exception of an unknown type";
  }
}

}  // namespace

void CurrentRun::report_failure(const sc_core::sc_object& module, const char* report_type) const {
  SC_REPORT_ERROR(report_type, (module.name() + (": " + text_of(failure_))).c_str());
}

}  // namespace wayfarer::sysc
