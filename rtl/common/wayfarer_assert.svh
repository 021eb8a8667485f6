// SPDX-License-Identifier: Apache-2.0
//
// Assertion macros. An invariant has one name: the label here, the C++ checker, the Catch2 tag and
// the row in docs/verification.md.
//
//   `WF_ASSERT(label, expression)          Holds at every rising clk_i outside reset.
//   `WF_ASSERT_NEXT(label, before, after)  Where `before` held at one rising clk_i, `after` holds
//                                          at the next, unless there is a reset.
//   `WF_ASSERT_STABLE(label, held, value)  Where `held` held at one rising clk_i, `value`, a
//                                          vector, is the same at the next, unless there is a
//                                          reset.
//   `WF_COVER(label, expression)           Holds at some rising clk_i outside reset of some test.
//   `WF_ASSERT_STATIC(label, expression)   Parameters are legal: else elaboration stops. Always on.
//
// The first three are immediate assertions, which Yosys reads too, NEXT and STABLE with registers
// of their own. A reset is rst_ni low. Assertions are sampled at the clock, since an event-driven
// simulator may see values of a combinational module that have not settled: such a module has clk_i
// and rst_ni for its assertions only. They hold for any state before the reset, if rst_ni is low at
// the first rising clk_i.
//
// They exist in Verilator (free unless verilated with --assert) and in any tool with FORMAL
// defined. Synthesis (SYNTHESIS or YOSYS defined) never sees them. Other simulators see them with
// WAYFARER_ASSERT defined. Commas inside an argument must be inside parentheses or braces.
//
// WF_COVER counts in Verilator only, with --coverage-user: tests/coverage checks that all tests
// together reach each. Proofs have covers of their own, which their small parameters reach. Neither
// lines nor signals of these macros count in the coverage of a module.
//
// WF_ASSERT_STATIC states label and expression in its message. $error in a generate block stops
// every tool but Verilator with -Wno-fatal, which makes a warning of it. There it is in a constant
// function, where no option makes it less than an error, and comes before the errors of what is
// made of the parameters.

// No module has delays, so none needs a time unit. Verilator asks for one in every module if
// another source has one; this line counts in the file that includes this one, as those of
// packages.
/* verilator lint_off TIMESCALEMOD */

`ifndef WAYFARER_ASSERT_SVH_
`define WAYFARER_ASSERT_SVH_

`ifdef FORMAL
  `define WAYFARER_ASSERT_ON
`elsif SYNTHESIS
`elsif YOSYS
`elsif VERILATOR
  `define WAYFARER_ASSERT_ON
`elsif WAYFARER_ASSERT
  `define WAYFARER_ASSERT_ON
`endif

`ifdef WAYFARER_ASSERT_ON
  `define WF_ASSERT(label, expression) \
    /*verilator coverage_off*/ \
    always_ff @(posedge clk_i) begin \
      if (rst_ni) begin \
        label : assert (expression); \
      end \
    end \
    /*verilator coverage_on*/
  `define WF_ASSERT_NEXT(label, before, after) \
    /*verilator coverage_off*/ \
    logic label``_before_q; \
    always_ff @(posedge clk_i) begin \
      label``_before_q <= rst_ni && (before); \
      if (rst_ni) begin \
        label : assert (!label``_before_q || (after)); \
      end \
    end \
    /*verilator coverage_on*/
  `define WF_ASSERT_STABLE(label, held, value) \
    /*verilator coverage_off*/ \
    logic label``_held_q; \
    logic [$bits(value)-1:0] label``_value_q; \
    always_ff @(posedge clk_i) begin \
      label``_held_q  <= rst_ni && (held); \
      label``_value_q <= value; \
      if (rst_ni) begin \
        label : assert (!label``_held_q || label``_value_q == (value)); \
      end \
    end \
    /*verilator coverage_on*/
`else
  `define WF_ASSERT(label, expression)
  `define WF_ASSERT_NEXT(label, before, after)
  `define WF_ASSERT_STABLE(label, held, value)
`endif

`ifdef VERILATOR
  `define WF_COVER(label, expression) \
    /*verilator coverage_off*/ \
    always_ff @(posedge clk_i) begin \
      if (rst_ni) begin \
        label : cover (expression); \
      end \
    end \
    /*verilator coverage_on*/
`else
  `define WF_COVER(label, expression)
`endif

`ifdef VERILATOR
  `define WF_ASSERT_STATIC(label, expression) \
    function automatic bit label``_message(); \
      $error(`"illegal parameters: label: expression`"); \
      return 1'b0; \
    endfunction \
    if (!(expression)) begin : label \
      localparam bit label``_stop = label``_message(); \
    end
`else
  `define WF_ASSERT_STATIC(label, expression) \
    if (!(expression)) begin : label \
      $error(`"illegal parameters: label: expression`"); \
    end
`endif

`endif
