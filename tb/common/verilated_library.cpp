#include "common/verilated_library.hpp"

#include <dlfcn.h>

#include <stdexcept>

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {

VerilatedLibrary::VerilatedLibrary(const std::string& path)
    : library_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL), &dlclose) {
  if (!library_) throw UsageError(fmt::format("cannot load {}: {}", path, dlerror()));
  const auto entry = reinterpret_cast<decltype(&wayfarer_verilated_module)>(
      dlsym(library_.get(), "wayfarer_verilated_module"));
  if (entry == nullptr || entry()->version != WAYFARER_MODULE_VERSION)
    throw UsageError(fmt::format("{} is not a verilated module of this version", path));
  table_ = entry();
  bench_ = {table_->open(), table_->close};
}

VerilatedLibrary::Instance VerilatedLibrary::add(const std::string& name) {
  const Instance instance = [&] {
    void* const handle = table_->add(bench_.get(), name.c_str());
    return Instance{handle, table_->state(handle)};
  }();
  if (pins_.empty()) {
    std::vector<wayfarer_pin> pins(table_->pins(instance.handle, nullptr, 0));
    table_->pins(instance.handle, pins.data(), pins.size());
    for (const wayfarer_pin& pin : pins) pins_[pin.name] = pin;
  }
  return instance;
}

const wayfarer_pin& VerilatedLibrary::pin(const std::string& name) const {
  const auto found = pins_.find(name);
  if (found == pins_.end()) throw std::logic_error("hardware: no pins " + name);
  return found->second;
}

std::string VerilatedLibrary::failure() const {
  const char* const failure = table_->failure();
  return failure == nullptr ? "" : failure;
}

}  // namespace wayfarer
