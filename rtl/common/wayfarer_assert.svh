// Assertion macros. An invariant has one name: the label here, the C++ checker, the Catch2 tag and
// the row in docs/verification.md.
//
//   `WF_ASSERT(label, expression)         Holds at every rising clk_i outside reset (rst_ni high).
//   `WF_ASSERT_COMB(label, expression)    Holds at all times: for modules without a clock.
//   `WF_ASSERT_STATIC(label, expression)  Parameters are legal: else elaboration stops. Always on.
//
// The first two are immediate assertions, which Yosys reads too. They are there for simulation
// with Verilator (free unless verilated with --assert) and when FORMAL is defined; synthesis
// (SYNTHESIS or YOSYS defined) and other simulators do not see them. Commas inside an expression
// must be inside parentheses or braces.

`ifndef WAYFARER_ASSERT_SVH_
`define WAYFARER_ASSERT_SVH_

`ifdef FORMAL
  `define WAYFARER_ASSERT_ON
`elsif SYNTHESIS
`elsif YOSYS
`elsif VERILATOR
  `define WAYFARER_ASSERT_ON
`endif

`ifdef WAYFARER_ASSERT_ON
  `define WF_ASSERT(label, expression) \
    always_ff @(posedge clk_i) begin \
      if (rst_ni) begin \
        label : assert (expression); \
      end \
    end
  `define WF_ASSERT_COMB(label, expression) \
    always_comb begin \
      label : assert (expression); \
    end
`else
  `define WF_ASSERT(label, expression)
  `define WF_ASSERT_COMB(label, expression)
`endif

`define WF_ASSERT_STATIC(label, expression) \
  if (!(expression)) begin : label \
    $error(`"illegal parameters: label`"); \
  end

`endif
