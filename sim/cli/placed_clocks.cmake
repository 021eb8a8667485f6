# Writes OUTPUT, a C++ file with designs and clocks of INPUT, docs/results/fpga.json.
file(READ ${INPUT} text)
string(JSON last LENGTH "${text}")
math(EXPR last "${last} - 1")
set(rows "")
foreach(i RANGE ${last})
  string(JSON design GET "${text}" ${i} design)
  string(JSON mhz GET "${text}" ${i} mhz)
  string(APPEND rows "      {\"${design}\", ${mhz}},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"cli/placed_clocks.hpp\"

namespace wayfarer {

const std::vector<PlacedClock>& placed_clocks() {
  static const std::vector<PlacedClock> clocks = {
${rows}  };
  return clocks;
}

}  // namespace wayfarer
")
