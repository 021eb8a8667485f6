# Writes OUTPUT, a C++ file with the revision of what decides results: the last commit that touched
# it, and a hash of the sources where they differ from that commit or where there is no git.
set(parts sim/config sim/core sim/family sim/geometry sim/papers sim/report sim/runs sim/stats
          sim/traffic rtl sysc tb)

execute_process(
  COMMAND git --no-optional-locks log -1 --abbrev=12 --format=%h -- ${parts}
  WORKING_DIRECTORY ${ROOT} OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(
  COMMAND git --no-optional-locks status --porcelain -- ${parts}
  WORKING_DIRECTORY ${ROOT} OUTPUT_VARIABLE changes ERROR_QUIET)

set(revision "${commit}")
if(NOT commit OR changes)
  list(TRANSFORM parts REPLACE "(.+)" "${ROOT}/\\1/*" OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE sources RELATIVE ${ROOT} ${patterns})
  set(hashes "")
  foreach(source ${sources})
    file(SHA256 ${ROOT}/${source} hash)
    string(APPEND hashes "${source} ${hash}\n")
  endforeach()
  string(SHA256 hash "${hashes}")
  string(SUBSTRING ${hash} 0 12 hash)
  set(revision "${commit}+${hash}")
endif()

file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[
#include "runs/report.hpp"

namespace wayfarer {
std::string revision() { return "@revision@"; }
}  // namespace wayfarer
]] @ONLY)
