// SPDX-License-Identifier: Apache-2.0
//
// The configuration of an m-way network: its variants, and what is legal.
`ifndef MWAY_CONFIG_PKG_SV_
`define MWAY_CONFIG_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package mway_config_pkg;

  // The variants: the paper's router, or one with a mechanism beyond it (docs/mway.md, "Choosing a
  // variant"), and what Stat shows: of every receiver in each cycle, of one after the other, or as
  // Exact with senders that name a data flit's buffer.
  localparam int Paper     = 0;
  localparam int Pipelined = 1;  // two stages before the lines: mway_stages
  localparam int Aged      = 2;  // ages of headers: mway_ages
  localparam int Guarded   = 3;  // compared copies of Drv, aborts: mway_guarded_bank
  localparam int Clocked   = 4;  // a clock for each channel: mway_clocks_router
  localparam int Balanced  = 5;  // a torus: also class 0, where it is free of deadlock
  localparam int Adaptive  = 6;  // any way that leads closer: mway_candidates
  localparam int Multicast = 7;  // Way is a mask of receivers: mway_multicast_bank

  localparam int Exact     = 0;
  localparam int Cyclic    = 1;
  localparam int Addressed = 2;  // address_width

  // The configuration of a network: one parameter of the modules below its top. With Configurable,
  // the extents and processors are the largest, and so is Torus; the network's own are pins.
  typedef struct packed {
    mway_pkg::extents_t     Extents;
    bit                     Torus;
    int unsigned            Processors;    // of a channel, 1 to MaxProcessors
    int unsigned            FlitWidth;     // data lines, checked by flit_width_legal
    int unsigned            Buffers;       // of a set, 1 to MaxBuffers
    int unsigned            Depth;         // flits of a buffer, 1 to MaxDepth
    int unsigned            Variant;       // Paper to Multicast
    int unsigned            Stat;          // Exact, Cyclic or Addressed
    bit                     EarlyFreeing;  // of a buffer whose tail has arrived
    mway_pkg::class_masks_t ClassMasks;    // the buffers of each class: class_buffers
    int unsigned            AgeShift;      // waiting headers age in 2^AgeShift cycles
    bit                     Configurable;  // the network is pins: network_t
    bit                     Faults;        // and what is dead in it
    bit                     Relative;      // Dest has offsets: mway_relative_route
  } config_t;

  function automatic config_t default_config();
    default_config.Extents      = 144'h0001_0001_0001_0001_0001_0001_0001_0004_0004;
    default_config.Torus        = 1'b0;
    default_config.Processors   = 1;
    default_config.FlitWidth    = 128;
    default_config.Buffers      = 4;
    default_config.Depth        = 2;
    default_config.Variant      = Paper;
    default_config.Stat         = Exact;
    default_config.EarlyFreeing = 1'b1;
    default_config.ClassMasks   = 48'd0;
    default_config.AgeShift     = 8;
    default_config.Configurable = 1'b0;
    default_config.Faults       = 1'b0;
    default_config.Relative     = 1'b0;
  endfunction

  // The default of modules that are for one variant only.
  function automatic config_t config_of(int unsigned variant);
    config_of         = default_config();
    config_of.Variant = variant;
    if (variant == Adaptive || variant == Multicast) config_of.EarlyFreeing = 1'b0;
    if (variant == Multicast) config_of.Depth = 5;
  endfunction

  // The default of modules that are for relative destinations only.
  function automatic config_t relative_config();
    relative_config          = default_config();
    relative_config.Relative = 1'b1;
  endfunction

  // Whether a header chooses among several ways or classes.
  function automatic bit has_candidates(config_t c);
    has_candidates = c.Variant == Balanced || c.Variant == Adaptive;
  endfunction

  // Whether the driver of a data flit names its buffer.
  function automatic bit is_addressed(config_t c);
    is_addressed = c.Stat == Addressed;
  endfunction

  // Priority lines for the ages of headers.
  function automatic int unsigned age_width(config_t c);
    age_width = c.Variant == Aged ? mway_pkg::AgeWidth : 0;
  endfunction

  // Members of a channel, and the priority lines that tell them apart.
  function automatic int unsigned ways(config_t c);
    ways = mway_pkg::processor_way(c.Extents, c.Torus) + c.Processors;
  endfunction

  function automatic int unsigned terminals(config_t c);
    terminals = mway_pkg::channels(c.Extents) * c.Processors;
  endfunction

  // Multicast: Dest of a header has a bit for each processor, padded to a power of two, and Way, a
  // bit for each member of a channel, is above it.
  function automatic int unsigned destinations_width(config_t c);
    destinations_width = 32'd1 << $clog2(mway_pkg::channels(c.Extents) * c.Processors);
  endfunction

  function automatic int unsigned mask_offset(config_t c);
    mask_offset = mway_pkg::DestOffset + destinations_width(c);
  endfunction

  // Width of Dest as a port: at least one bit.
  function automatic int unsigned dest_port(config_t c);
    dest_port = mway_pkg::dest_width(c.Extents, c.Processors);
    if (c.Relative) dest_port += mway_pkg::offset_place(c.Extents, mway_pkg::MaxDimensions) -
                                 mway_pkg::digit_offset(c.Extents, mway_pkg::MaxDimensions);
    if (dest_port == 0) dest_port = 1;
  endfunction

  // The first bit of Age in a header.
  function automatic int unsigned age_offset(config_t c);
    age_offset = mway_pkg::DestOffset + dest_port(c);
  endfunction

  // The buffers that serve each class: a bit for each. Masks that are all 0 have these
  // defaults: halves on a torus and with faults; Adaptive, one for each class of dimension order.
  function automatic mway_pkg::class_masks_t class_buffers(config_t c);
    logic [mway_pkg::MaxBuffers-1:0] all, half;
    all           = mway_pkg::MaxBuffers'((33'd1 << c.Buffers) - 33'd1);
    half          = mway_pkg::MaxBuffers'((33'd1 << (c.Buffers / 2)) - 33'd1);
    class_buffers = c.ClassMasks;
    if (c.ClassMasks == '0) begin
      if (c.Variant == Adaptive) begin
        class_buffers[0] = mway_pkg::MaxBuffers'(1);
        if (c.Torus) class_buffers[1] = mway_pkg::MaxBuffers'(2);
        class_buffers[mway_pkg::AdaptiveClass] = all & ~(class_buffers[0] | class_buffers[1]);
      end else if (c.Torus || c.Faults) begin
        class_buffers[0] = half;
        class_buffers[1] = all & ~half;
      end else class_buffers[0] = all;
    end
  endfunction

  // In dimension order, the buffers below this number serve class 0, the others class 1.
  function automatic int unsigned class_zero_buffers(config_t c);
    mway_pkg::class_masks_t masks;
    masks              = class_buffers(c);
    class_zero_buffers = 0;
    for (int unsigned b = 0; b < mway_pkg::MaxBuffers; b++) begin
      if (masks[0][b]) class_zero_buffers++;
    end
  endfunction

  // A class of dimension order has buffers that serve no other: in dimension order, class 0 has the
  // lower ones and class 1 the others. With early freeing, where a header may be behind a tail, no
  // buffer serves two: the header would not reach the escape.
  function automatic bit classes_legal(config_t c);
    mway_pkg::class_masks_t          masks;
    logic [mway_pkg::MaxBuffers-1:0] all;
    masks = class_buffers(c);
    all   = mway_pkg::MaxBuffers'((33'd1 << c.Buffers) - 33'd1);
    if (!has_candidates(c)) begin
      classes_legal = masks[0] != '0 && (masks[0] & (masks[0] + 1'b1)) == '0 &&
                      masks[1] == (all & ~masks[0]) && masks[mway_pkg::AdaptiveClass] == '0;
    end else begin
      classes_legal = ((masks[0] | masks[1] | masks[2]) & ~all) == '0 &&
                      (masks[0] & ~(masks[1] | masks[2])) != '0 &&
                      (c.Torus ? (masks[1] & ~(masks[0] | masks[2])) != '0 : masks[1] == '0) &&
                      (c.Variant == Adaptive) == (masks[mway_pkg::AdaptiveClass] != '0) &&
                      (!c.EarlyFreeing || (masks[0] & masks[1]) == '0);
    end
  endfunction

  // What goes with a variant; sim/family/mway/variants.hpp has the same table, and the reasons.
  function automatic bit variant_legal(config_t c);
    bit plain;
    plain = c.Stat == Exact && !c.Configurable && !c.Relative;
    case (c.Variant)
      Paper:     variant_legal = 1'b1;
      Pipelined: variant_legal = c.Stat != Exact;
      Aged:      variant_legal = !c.Configurable;
      Guarded:   variant_legal = c.Stat == Exact;
      Clocked:   variant_legal = plain && c.Depth >= 2 && (c.Depth & (c.Depth - 1)) == 0;
      Balanced:  variant_legal = plain && c.Torus;
      Adaptive:  variant_legal = plain && !c.EarlyFreeing && c.FlitWidth > age_offset(c);
      Multicast: variant_legal = plain && !c.EarlyFreeing && !c.Torus && c.Depth >= 2 &&
                                 c.FlitWidth >= mask_offset(c) + ways(c);
      default:   variant_legal = 1'b0;
    endcase
  endfunction

  function automatic bit config_legal(config_t c);
    config_legal = mway_pkg::extents_legal(c.Extents) && c.Processors >= 1 &&
                   c.Processors <= mway_pkg::MaxProcessors && ways(c) <= mway_pkg::MaxWays &&
                   mway_pkg::flit_width_legal(c.FlitWidth, c.Extents, c.Processors, age_width(c)) &&
                   c.Buffers >= 1 && c.Buffers <= mway_pkg::MaxBuffers && c.Depth >= 1 &&
                   c.Depth <= mway_pkg::MaxDepth && c.Stat <= Addressed && c.AgeShift >= 1 &&
                   c.AgeShift <= mway_pkg::MaxAgeShift && variant_legal(c) && classes_legal(c) &&
                   (!c.Faults || (c.Configurable && !c.Relative && c.Buffers >= 2)) &&
                   (!c.Relative || c.FlitWidth >= age_offset(c) + age_width(c));
  endfunction

  // The chip of a network whose members are Configurable: the largest extents and number of
  // processors with the same digits in Dest, and a torus if the channels can have its members.
  // The classes are those of the network.
  function automatic config_t chip_config(config_t c);
    mway_pkg::extents_t extents;
    int unsigned        processors;
    extents = c.Extents;
    for (int unsigned d = 0; d < mway_pkg::MaxDimensions; d++) begin
      extents[d] = extents[d] > 16'd32768 ? 16'd65535
                                          : 16'd1 << mway_pkg::digit_width(32'(extents[d]));
    end
    processors  = 32'd1 << mway_pkg::digit_width(c.Processors);
    chip_config = c;
    chip_config.ClassMasks = class_buffers(c);
    if (c.Configurable &&
        mway_pkg::processor_way(extents, 1'b1) + processors <= mway_pkg::MaxWays) begin
      chip_config.Extents    = extents;
      chip_config.Torus      = 1'b1;
      chip_config.Processors = processors;
    end
  endfunction

  // Whether a chip can be in this network.
  function automatic logic network_legal(config_t c, mway_pkg::network_t network);
    mway_pkg::extents_t most, extents;
    most    = c.Extents;
    extents = network.extents;
    network_legal = network.processors != '0 && 32'(network.processors) <= c.Processors &&
                    (c.Torus || !network.torus) &&
                    ((!network.fault.channel && !network.fault.router) ||
                     (c.Faults && !network.torus &&
                      network.fault.channel != network.fault.router));
    for (int d = 0; d < mway_pkg::MaxDimensions; d++) begin
      if (extents[d] == '0 || extents[d] > most[d]) network_legal = 1'b0;
    end
  endfunction

endpackage

`endif
