// SPDX-License-Identifier: Apache-2.0
//
// Types of the switch-free m-way router (Mudawwar, "A Switch-Free Router for k-ary m-way Networks";
// sections in brackets below are the paper's), the layout of its headers, and the arithmetic of its
// networks: addresses, identifiers on channels, neighbours.
//
// Two name spaces share the same digits on a channel: a way names a *receiver* (the set that a
// header requests), a driver number names a *driver* (the set whose flit is on the lines). A router
// receives as DIM+ and drives as DIM- on one of its channels, and vice versa on the other.
`ifndef MWAY_PKG_SV_
`define MWAY_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package mway_pkg;

  // Tag of a flit [3.1]. An idle driver shows TagInvalid; a buffer also stores it for the header of
  // a message that it will discard.
  typedef enum logic [1:0] {
    TagInvalid = 2'd0,
    TagHeader  = 2'd1,
    TagBody    = 2'd2,
    TagTail    = 2'd3
  } flit_tag_e;

  localparam int MaxDimensions = 9;
  localparam int MaxExtent     = 65535;
  localparam int MaxWays       = 16;
  localparam int MaxLines      = 4;   // arbitration lines, for MaxWays drivers
  localparam int MaxProcessors = 4;   // on a channel
  localparam int MaxBuffers    = 16;  // of a set
  localparam int MaxDepth      = 128;
  localparam int WayWidth      = 4;
  localparam int StatusBits    = 2 + MaxBuffers;  // of a status_t
  localparam int LengthWidth   = 10;
  localparam int AgeWidth      = 3;   // of a header's age and level: priority lines for them
  localparam int MaxAgeShift   = 16;

  typedef logic [WayWidth-1:0] way_t;     // names a receiver on a channel
  typedef logic [WayWidth-1:0] driver_t;  // names a driver on a channel

  // How long a header has waited, all buffers on its way together, and its priority from that.
  typedef logic [AgeWidth-1:0] age_t;
  typedef logic [AgeWidth-1:0] level_t;

  localparam age_t   OldestAge = '1;
  localparam level_t TopLevel  = '1;

  // The tag of a flit and the target and age of a header: the lines of a channel, the slots of a
  // buffer. Unless Aged, the age is 0.
  typedef struct packed {
    age_t      age;
    flit_tag_e tag;
    way_t      way;
    logic      buffer_class;
  } flit_info_t;

  // Lines of a channel that travel together, by direction; the data lines are vectors. Numbers of
  // buffers have room for MaxBuffers.
  typedef logic [3:0] buffer_t;  // names a buffer of a set

  // Age lines: the level of the driver's requests, or of all, and Wait. 0 unless Aged.
  typedef struct packed {
    level_t level;
    logic   waits;
  } age_lines_t;

  // Lines of Guarded members. All pull a line of `ones` or `zeros` for each bit of their copy of
  // the current driver's number, in every cycle: where both read 1 the copies differ, and the
  // cycle is void. 0 unless Guarded.
  typedef struct packed {
    driver_t ones;
    driver_t zeros;
    logic    differ;  // what every member sees from these
    logic    aborted;  // with a tail: the message ends here, and is to be dropped
  } guard_lines_t;

  // From a driver, with the data: the flit's tag and its source buffer. The lines of guard and ages
  // are driven by all members in every cycle, but for aborted.
  typedef struct packed {
    guard_lines_t guard;
    age_lines_t age;
    flit_tag_e  tag;
    buffer_t    buffer;
  } payload_t;

  // A receiver's answer to a flit: taken, buffer filled by it, and that buffer's number.
  typedef struct packed {
    logic    acknowledge;
    logic    fills;
    buffer_t slot;
  } answer_t;

  // From a receiver's registers: classes with a free buffer, and the buffers that are full. With
  // addressed flits there are lines above these: lowest_vectors.
  typedef struct packed {
    logic [1:0]            available;
    logic [MaxBuffers-1:0] full;
  } status_t;

  // A processor's side of its interface, without the data: mway_injection and mway_ejection.
  typedef struct packed {
    logic      valid;  // a flit to inject
    flit_tag_e tag;
    buffer_t   buffer;
    logic      stall;  // of ejection
  } processor_request_t;

  typedef struct packed {
    logic                  aborted;  // with the ejected tail: drop its message
    logic [MaxBuffers-1:0] ready;
    logic [2:0]            error;
    logic [7:0]            error_count;
    flit_tag_e             tag;  // the ejected flit
    driver_t               driver;
    buffer_t               buffer;
  } processor_response_t;

  // Header fields, from bit 0 of the data lines upwards: Way, Class, Len (data bytes after the
  // header), Dest, if Aged Age; the rest is "other control" and passes through untouched.
  localparam int ClassBit     = WayWidth;
  localparam int LengthOffset = WayWidth + 1;
  localparam int DestOffset   = LengthOffset + LengthWidth;
  localparam int LastBit      = 0;  // Multicast: where Way would be: no receiver is missing

  // The class of a header that any candidate has (mway_candidates). Classes 0 and 1 are those of
  // dimension order.
  localparam int AdaptiveClass = 2;

  // Causes on a processor's error port; a bit mask.
  localparam int ErrorOrder       = 0;  // data without header, header inside a message
  localparam int ErrorDestination = 1;  // no such processor
  localparam int ErrorLength      = 2;  // more or fewer data flits than Len

  // Extents of all dimensions, dimension 0 in the low bits; 1 for dimensions that do not exist.
  typedef logic [MaxDimensions-1:0][15:0] extents_t;

  // A bit for each buffer that serves a class, by class.
  typedef logic [2:0][MaxBuffers-1:0] class_masks_t;

  // What is dead in a mesh: at most one of a channel and a router. Pins, if Config.Faults.
  typedef struct packed {
    logic       channel;
    logic       router;
    logic [3:0] dimension;  // of the router
    extents_t   address;    // digits of the channel, or of the router's lower channel
  } fault_t;

  // The network that a chip is in: pins, if Config.Configurable. Within the chip's sizes, and held
  // from reset on.
  typedef struct packed {
    fault_t     fault;
    extents_t   extents;
    logic       torus;
    logic [2:0] processors;  // of a channel
  } network_t;

  // A member's pins: the network, and the member's numbers on its channels. The paper's DIM pins of
  // a router are DIM+ and DIM-; a processor has one number, in plus.
  typedef struct packed {
    network_t network;
    driver_t  plus;
    driver_t  minus;
  } identity_t;

  // The level of a header: 0 to 5 by its age, without effect in the first step, or Top.
  function automatic level_t level_of(age_t age, logic top);
    level_of = top ? TopLevel : age < 3'd2 ? '0 : age == OldestAge ? age - 3'd2 : age - 3'd1;
  endfunction

  // Bits of one digit of an address; 0 for an extent of 1.
  function automatic int unsigned digit_width(int unsigned extent);
    digit_width = extent <= 1 ? 0 : $clog2(extent);
  endfunction

  // First bit of digit `dimension` in a channel address, and with `dimension` equal to the number
  // of dimensions, the width of a channel address.
  function automatic int unsigned digit_offset(extents_t extents, int unsigned dimension);
    digit_offset = 0;
    for (int unsigned d = 0; d < dimension; d++) digit_offset += digit_width(32'(extents[d]));
  endfunction

  // A channel address followed by the local number of a processor [2].
  function automatic int unsigned dest_width(extents_t extents, int unsigned processors);
    dest_width = digit_offset(extents, MaxDimensions) + digit_width(processors);
  endfunction

  // First bit of the offset in a dimension in a relative Dest, and with `dimension` equal to the
  // number of dimensions, of the processor: an offset has a digit and a sign (mway_relative_route).
  function automatic int unsigned offset_place(extents_t extents, int unsigned dimension);
    offset_place = digit_offset(extents, dimension);
    for (int unsigned d = 0; d < dimension; d++) offset_place += extents[d] > 16'd1 ? 1 : 0;
  endfunction

  // Whether every extent is at least 1, the extent of an unused dimension.
  function automatic bit extents_legal(extents_t extents);
    extents_legal = 1'b1;
    for (int unsigned d = 0; d < MaxDimensions; d++) begin
      if (extents[d] == 16'd0) extents_legal = 1'b0;
    end
  endfunction

  // Bytes of data in a flit, in which messages are counted: a power of two. Bits above these are a
  // user's own, as TKEEP and TUSER of a stream.
  function automatic int unsigned flit_bytes(int unsigned flit_width);
    flit_bytes = 32'd1 << ($clog2(flit_width / 8 + 1) - 1);
  endfunction

  // Holds the header, and has fewer bytes than the longest message.
  function automatic bit flit_width_legal(int unsigned flit_width, extents_t extents,
                                          int unsigned processors, int unsigned age_lines);
    int unsigned dest;
    dest = dest_width(extents, processors);
    flit_width_legal = flit_width >= 8 && flit_width / 8 < (32'd1 << LengthWidth) &&
                       flit_width >= DestOffset + (dest == 0 ? 1 : dest) + age_lines;
  endfunction

  // Width of a channel address as a port: at least one bit.
  function automatic int unsigned position_width(extents_t extents);
    position_width = digit_offset(extents, MaxDimensions);
    if (position_width == 0) position_width = 1;
  endfunction

  function automatic int unsigned stride(extents_t extents, int unsigned dimension);
    stride = 1;
    for (int unsigned d = 0; d < dimension; d++) stride *= 32'(extents[d]);
  endfunction

  function automatic int unsigned channels(extents_t extents);
    channels = stride(extents, MaxDimensions);
  endfunction

  function automatic int unsigned digit(extents_t extents, int unsigned channel,
                                        int unsigned dimension);
    digit = channel / stride(extents, dimension) % 32'(extents[dimension]);
  endfunction

  // All digits of a channel's address.
  function automatic extents_t digits(extents_t extents, int unsigned channel);
    for (int unsigned d = 0; d < MaxDimensions; d++) digits[d] = 16'(digit(extents, channel, d));
  endfunction

  // A dimension has two identifiers on a channel, one where no channel has two routers along it
  // (a mesh of extent 2, as in hypercubes), and none where its extent is 1.
  function automatic bit two_sided(extents_t extents, bit torus, int unsigned dimension);
    two_sided = extents[dimension] > 2 || (torus && extents[dimension] > 1);
  endfunction

  // Identifier of DIM+ (or, with dimension = MaxDimensions, the number of all router identifiers,
  // which is the identifier of processor 0).
  function automatic int unsigned way_base(extents_t extents, bit torus, int unsigned dimension);
    way_base = 0;
    for (int unsigned d = 0; d < dimension; d++) begin
      if (two_sided(extents, torus, d)) way_base += 2;
      else if (extents[d] > 1) way_base += 1;
    end
  endfunction

  function automatic int unsigned way_minus(extents_t extents, bit torus, int unsigned dimension);
    way_minus = way_base(extents, torus, dimension);
    if (two_sided(extents, torus, dimension)) way_minus += 1;
  endfunction

  function automatic int unsigned processor_way(extents_t extents, bit torus);
    processor_way = way_base(extents, torus, MaxDimensions);
  endfunction

  // The neighbours of a channel, around the ring.
  function automatic int unsigned higher(extents_t extents, int unsigned channel,
                                         int unsigned dimension);
    higher = channel + stride(extents, dimension);
    if (digit(extents, channel, dimension) + 1 == 32'(extents[dimension])) begin
      higher = higher - 32'(extents[dimension]) * stride(extents, dimension);
    end
  endfunction

  function automatic int unsigned lower(extents_t extents, int unsigned channel,
                                        int unsigned dimension);
    lower = channel - stride(extents, dimension);
    if (digit(extents, channel, dimension) == 0) begin
      lower = lower + 32'(extents[dimension]) * stride(extents, dimension);
    end
  endfunction

  // Whether a channel has a living router to its higher neighbour.
  function automatic bit has_router(network_t network, int unsigned channel,
                                    int unsigned dimension);
    int unsigned high;
    bit          from_dead, to_dead;
    high       = higher(network.extents, channel, dimension);
    from_dead  = digits(network.extents, channel) == network.fault.address;
    to_dead    = digits(network.extents, high) == network.fault.address;
    has_router = channel != high && (network.torus || channel < high) &&
                 !(network.fault.channel && (from_dead || to_dead)) &&
                 !(network.fault.router && from_dead &&
                   network.fault.dimension == 4'(dimension));
  endfunction

  // Packs the channel's digits into the form of the position ports and of Dest.
  function automatic logic [63:0] position(extents_t extents, int unsigned channel);
    position = '0;
    for (int unsigned d = 0; d < MaxDimensions; d++) begin
      position |= 64'(digit(extents, channel, d)) << digit_offset(extents, d);
    end
  endfunction

endpackage

`endif
