// The variants of axi4_terminal, as in CMakeLists.txt, and their configurations.
#pragma once

#include "VTerminal.h"
#include "VTerminalManager.h"
#include "VTerminalMemory.h"
#include "VTerminalMutants.h"
#include "VTerminalNarrow.h"
#include "VTerminalSmall.h"
#include "axi4/config.hpp"

namespace wayfarer::module_test {

inline Axi4Config terminal_config() {
  Axi4Config config;
  config.beats = 4;
  config.map = default_axi4_map();
  return config;
}

inline Axi4Config small_config() {
  Axi4Config config = terminal_config();
  config.data_bits = 64;
  config.id_bits = 1;
  config.beats = config.threads = config.outstanding = config.pending = 1;
  return config;
}

inline Axi4Config narrow_config() {
  Axi4Config config = terminal_config();
  config.address_bits = 24;
  config.data_bits = 8;
  config.id_bits = 3;
  config.beats = 16;
  config.threads = 2;
  config.outstanding = 8;
  config.pending = 3;
  return config;
}

}  // namespace wayfarer::module_test
