// Types, header layout and topology arithmetic of the switch-free m-way router (Mudawwar, "A
// Switch-Free Router for k-ary m-way Networks"; sections in brackets below are the paper's).
//
// Two name spaces share the same digits on a channel: a way names a *receiver* (the set that a
// header requests), a driver number names a *driver* (the set whose flit is on the lines). A router
// receives as DIM+ and drives as DIM- on one of its channels, and vice versa on the other.
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
  // buffer. Without age lines the age is 0.
  typedef struct packed {
    age_t      age;
    flit_tag_e tag;
    way_t      way;
    logic      buffer_class;
  } flit_info_t;

  // Lines of a channel that travel together, by direction; the data lines are vectors. Numbers of
  // buffers have room for MaxBuffers.
  typedef logic [3:0] buffer_t;  // names a buffer of a set

  // Age lines: the level of the driver's requests, or of all, and Wait. 0 without Config.AgeLines.
  typedef struct packed {
    level_t level;
    logic   waits;
  } age_lines_t;

  // Lines of Config.Guard. All members pull a line of `ones` or `zeros` for each bit of their copy
  // of the current driver's number, in every cycle: where both read 1 the copies differ, and the
  // cycle is void. 0 without Guard.
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
  // header), Dest, with age lines Age; the rest is "other control" and passes through untouched.
  localparam int ClassBit     = WayWidth;
  localparam int LengthOffset = WayWidth + 1;
  localparam int DestOffset   = LengthOffset + LengthWidth;
  localparam int LastBit      = 0;  // with Multicast, where Way would be: no receiver is missing

  // What a header may request on a channel (mway_candidates): the way and class of dimension order;
  // on a torus class 0, too, where it is free of deadlock; any way that leads closer. Classes 0 and
  // 1 are those of dimension order.
  localparam int DimensionOrder = 0;
  localparam int Balanced       = 1;
  localparam int Adaptive       = 2;
  localparam int AdaptiveClass  = 2;

  // Causes on a processor's error port; a bit mask.
  localparam int ErrorOrder       = 0;  // data without header, header inside a message
  localparam int ErrorDestination = 1;  // no such processor
  localparam int ErrorLength      = 2;  // more or fewer data flits than Len

  // Extents of all dimensions, dimension 0 in the low bits; 1 for dimensions that do not exist.
  typedef logic [MaxDimensions-1:0][15:0] extents_t;

  // Of each class, a bit for each buffer.
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

  // A power of two that holds the header, of fewer bytes than the longest message.
  function automatic bit flit_width_legal(int unsigned flit_width, extents_t extents,
                                          int unsigned processors, int unsigned age_lines);
    int unsigned dest;
    dest = dest_width(extents, processors);
    flit_width_legal = (32'd1 << $clog2(flit_width)) == flit_width &&
                       flit_width / 8 < (32'd1 << LengthWidth) &&
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

  // The configuration of a network: one parameter of the modules below its top. With Configurable,
  // the extents and processors are the largest, and so is Torus; the network's own are pins.
  typedef struct packed {
    logic [MaxDimensions-1:0][15:0] Extents;
    bit                             Torus;
    int unsigned                    Processors;    // of a channel, 1 to MaxProcessors
    int unsigned                    FlitWidth;     // data lines, checked by flit_width_legal
    int unsigned                    Buffers;       // of a set, 1 to MaxBuffers
    int unsigned                    Depth;         // flits of a buffer, 1 to MaxDepth
    bit                             EarlyFreeing;  // of a buffer whose tail has arrived
    bit                             ExactStat;     // Stat lines as stat_width describes them
    bit                             Addressed;     // drivers name the receiver: address_width
    int unsigned                    Pipeline;      // 0, or 2 stages before the lines: mway_stages
    int unsigned                    AgeLines;      // 0, or AgeWidth: ages of headers, mway_ages
    int unsigned                    AgeShift;      // waiting headers age in 2^AgeShift cycles
    bit                             Configurable;  // the network is pins: network_t
    bit                             Faults;        // and what is dead in it
    bit                             Multicast;     // Way is a mask of receivers, and Dest of
                                                   // processors: mway_multicast_bank
    bit                             Guard;         // copies of Drv are compared, messages can be
                                                   // aborted: mway_guarded_bank
    bit                             Relative;      // Dest has offsets: mway_relative_route
    int unsigned                    Routing;       // DimensionOrder, Balanced or Adaptive
    logic [2:0][MaxBuffers-1:0]     ClassMasks;    // the buffers of each class: class_buffers
  } config_t;

  function automatic config_t default_config();
    default_config.Extents      = 144'h0001_0001_0001_0001_0001_0001_0001_0004_0004;
    default_config.Torus        = 1'b0;
    default_config.Processors   = 1;
    default_config.FlitWidth    = 128;
    default_config.Buffers      = 4;
    default_config.Depth        = 2;
    default_config.EarlyFreeing = 1'b1;
    default_config.ExactStat    = 1'b1;
    default_config.Addressed    = 1'b0;
    default_config.Pipeline     = 0;
    default_config.AgeLines     = 0;
    default_config.AgeShift     = 8;
    default_config.Configurable = 1'b0;
    default_config.Faults       = 1'b0;
    default_config.Multicast    = 1'b0;
    default_config.Guard        = 1'b0;
    default_config.Relative     = 1'b0;
    default_config.Routing      = 0;
    default_config.ClassMasks   = 48'd0;
  endfunction

  // The default of modules that are for guarded routers only.
  function automatic config_t guarded_config();
    guarded_config       = default_config();
    guarded_config.Guard = 1'b1;
  endfunction

  // The default of modules that are for relative destinations only.
  function automatic config_t relative_config();
    relative_config          = default_config();
    relative_config.Relative = 1'b1;
  endfunction

  // The default of modules that are for multicast only.
  function automatic config_t multicast_config();
    multicast_config              = default_config();
    multicast_config.Depth        = 5;
    multicast_config.EarlyFreeing = 1'b0;
    multicast_config.Multicast    = 1'b1;
  endfunction

  // The default of modules that are for a choice of candidates only.
  function automatic config_t adaptive_config();
    adaptive_config              = default_config();
    adaptive_config.EarlyFreeing = 1'b0;
    adaptive_config.Routing      = Adaptive;
  endfunction

  // Members of a channel, and the priority lines that tell them apart.
  function automatic int unsigned ways(config_t c);
    ways = processor_way(c.Extents, c.Torus) + c.Processors;
  endfunction

  // Ports of a node for routers: a channel without them has one, tied off.
  function automatic int unsigned routers(config_t c);
    routers = processor_way(c.Extents, c.Torus);
    if (routers == 0) routers = 1;
  endfunction

  function automatic int unsigned line_count(config_t c);
    line_count = wf_pkg::index_width(ways(c));
  endfunction

  // Multicast: Dest of a header has a bit for each processor, padded to a power of two, and Way, a
  // bit for each member of a channel, is above it.
  function automatic int unsigned destinations_width(config_t c);
    destinations_width = 32'd1 << $clog2(channels(c.Extents) * c.Processors);
  endfunction

  function automatic int unsigned mask_offset(config_t c);
    mask_offset = DestOffset + destinations_width(c);
  endfunction

  // The members that have DIM- after them: DIM+ of dimensions with two identifiers.
  function automatic logic [MaxWays-1:0] plus_ways(config_t c);
    plus_ways = '0;
    for (int unsigned d = 0; d < MaxDimensions; d++) begin
      if (two_sided(c.Extents, c.Torus, d)) begin
        plus_ways |= MaxWays'(1) << way_base(c.Extents, c.Torus, d);
      end
    end
  endfunction

  function automatic bit age_legal(int unsigned age_lines, int unsigned age_shift);
    age_legal = (age_lines == 0 || age_lines == AgeWidth) && age_shift >= 1 &&
                age_shift <= MaxAgeShift;
  endfunction

  // With exact Stat a registered flit has the number of its buffer.
  function automatic bit pipeline_legal(int unsigned pipeline, bit addressed, bit exact,
                                        int unsigned age_lines);
    pipeline_legal = pipeline == 0 ||
                     (pipeline == 2 && addressed == exact && age_lines == 0);
  endfunction

  // Multicast: a buffer holds a whole message of at least one data flit, and no other; the order in
  // which receivers take a header needs the status of all of them.
  function automatic bit multicast_legal(config_t c);
    multicast_legal = !c.Multicast ||
                      (!c.Torus && c.Depth >= 2 && !c.EarlyFreeing && c.ExactStat &&
                       !c.Addressed && c.Pipeline == 0 && c.AgeLines == 0 && !c.Configurable &&
                       c.FlitWidth >= mask_offset(c) + ways(c));
  endfunction

  // Guard: a data flit that nobody takes has lost its mapping, since exact Stat has shown room.
  function automatic bit guard_legal(config_t c);
    guard_legal = !c.Guard || (c.ExactStat && !c.Addressed && c.Pipeline == 0 &&
                               c.AgeLines == 0 && !c.Multicast && c.Routing == DimensionOrder);
  endfunction

  // Relative destinations: a header has one way to its destination, with nothing dead on it.
  function automatic bit relative_legal(config_t c);
    relative_legal = !c.Relative || (!c.Faults && !c.Multicast && c.Routing == DimensionOrder &&
                                     c.FlitWidth >= age_offset(c) + c.AgeLines);
  endfunction

  // Of each class, the buffers that serve it: a bit for each. Masks that are 0 have these defaults;
  // dimension order has ClassZeroBuffers.
  function automatic class_masks_t class_buffers(config_t c);
    class_masks_t          masks;
    logic [MaxBuffers-1:0] all, half;
    masks = c.ClassMasks;
    all   = MaxBuffers'((33'd1 << c.Buffers) - 33'd1);
    half  = MaxBuffers'((33'd1 << (c.Buffers / 2)) - 33'd1);
    if (masks[0] == '0) masks[0] = c.Routing == Balanced ? half : MaxBuffers'(1);
    if (masks[1] == '0 && c.Torus) begin
      masks[1] = c.Routing == Balanced ? all & ~masks[0] : MaxBuffers'(2);
    end
    if (masks[AdaptiveClass] == '0 && c.Routing == Adaptive) begin
      masks[AdaptiveClass] = all & ~(masks[0] | masks[1]);
    end
    class_buffers = masks;
  endfunction

  // Headers choose by the exact status of the same cycle. A class of dimension order has buffers
  // that serve no other. With early freeing, where a header may be behind a tail, no buffer serves
  // two, and there is no adaptive class: it would not reach the escape.
  function automatic bit routing_legal(config_t c);
    class_masks_t masks;
    masks = class_buffers(c);
    if (c.Routing == DimensionOrder) routing_legal = c.ClassMasks == '0;
    else begin
      routing_legal = c.ExactStat && !c.Addressed && c.Pipeline == 0 && c.AgeLines == 0 &&
                      !c.Configurable && !c.Multicast && (c.Torus || c.ClassMasks[1] == '0) &&
                      (masks[0] & ~(masks[1] | masks[2])) != '0 &&
                      (!c.Torus || (masks[1] & ~(masks[0] | masks[2])) != '0) &&
                      ((masks[0] | masks[1] | masks[2]) >> c.Buffers) == '0;
      if (c.Routing == Balanced) begin
        routing_legal &= c.Torus && masks[AdaptiveClass] == '0 &&
                         (!c.EarlyFreeing || (masks[0] & masks[1]) == '0);
      end else begin
        routing_legal &= c.Routing == Adaptive && !c.EarlyFreeing && c.FlitWidth > age_offset(c) &&
                         masks[AdaptiveClass] != '0;
      end
    end
  endfunction

  // A clock for each channel (mway_clocks_router): pointers in Gray code, of buffers that hold a
  // power of two, and Stat that shows when a buffer is full.
  function automatic bit clocks_legal(config_t c);
    clocks_legal = c.Depth >= 2 && (c.Depth & (c.Depth - 1)) == 0 && c.ExactStat && !c.Addressed &&
                   c.Pipeline == 0 && c.AgeLines == 0 && !c.Configurable && !c.Multicast &&
                   !c.Guard && !c.Relative && c.Routing == DimensionOrder;
  endfunction

  function automatic bit config_legal(config_t c);
    config_legal = extents_legal(c.Extents) && c.Processors >= 1 &&
                   c.Processors <= MaxProcessors && ways(c) <= MaxWays &&
                   flit_width_legal(c.FlitWidth, c.Extents, c.Processors, c.AgeLines) &&
                   c.Buffers >= 1 && c.Buffers <= MaxBuffers && c.Depth >= 1 &&
                   c.Depth <= MaxDepth && (c.ExactStat || !c.Addressed) &&
                   age_legal(c.AgeLines, c.AgeShift) && (c.AgeLines == 0 || !c.Configurable) &&
                   pipeline_legal(c.Pipeline, c.Addressed, c.ExactStat, c.AgeLines) &&
                   (!c.Faults || (c.Configurable && c.Buffers >= 2)) && multicast_legal(c) &&
                   guard_legal(c) && relative_legal(c) && routing_legal(c);
  endfunction

  // The chip of a network whose members are Configurable: the largest extents and number of
  // processors with the same digits in Dest, and a torus if the channels can have its members.
  function automatic config_t chip_config(config_t c);
    extents_t    extents;
    int unsigned processors;
    extents = c.Extents;
    for (int unsigned d = 0; d < MaxDimensions; d++) begin
      extents[d] = extents[d] > 16'd32768 ? 16'd65535
                                          : 16'd1 << digit_width(32'(extents[d]));
    end
    processors  = 32'd1 << digit_width(c.Processors);
    chip_config = c;
    if (c.Configurable && processor_way(extents, 1'b1) + processors <= MaxWays) begin
      chip_config.Extents    = extents;
      chip_config.Torus      = 1'b1;
      chip_config.Processors = processors;
    end
  endfunction

  // Whether a chip can be in this network.
  function automatic logic network_legal(config_t c, network_t network);
    extents_t most, extents;
    most    = c.Extents;
    extents = network.extents;
    network_legal = network.processors != '0 && 32'(network.processors) <= c.Processors &&
                    (c.Torus || !network.torus) &&
                    ((!network.fault.channel && !network.fault.router) ||
                     (c.Faults && !network.torus &&
                      network.fault.channel != network.fault.router));
    for (int d = 0; d < MaxDimensions; d++) begin
      if (extents[d] == '0 || extents[d] > most[d]) network_legal = 1'b0;
    end
  endfunction

  // Packs the channel's digits into the form of the position ports and of Dest.
  function automatic logic [63:0] position(extents_t extents, int unsigned channel);
    position = '0;
    for (int unsigned d = 0; d < MaxDimensions; d++) begin
      position |= 64'(digit(extents, channel, d)) << digit_offset(extents, d);
    end
  endfunction

  // Vectors of a receiver that show its lowest free buffer, one-hot: with addressed flits one for
  // each class in use. With stages another one shows which buffers one more flit fills. Its status
  // lines are these above a status_t.
  function automatic int unsigned lowest_vectors(config_t c);
    lowest_vectors = !c.Addressed ? 0 : c.Torus ? 2 : 1;
  endfunction

  function automatic int unsigned status_vectors(config_t c);
    status_vectors = lowest_vectors(c) + (c.Addressed && c.Pipeline != 0 ? 1 : 0);
  endfunction

  // A bit for the adaptive class in a header, above Dest, and in a receiver's status.
  function automatic int unsigned adaptive_lines(config_t c);
    adaptive_lines = c.Routing == Adaptive ? 1 : 0;
  endfunction

  function automatic int unsigned status_width(config_t c);
    status_width = StatusBits + status_vectors(c) * c.Buffers + adaptive_lines(c);
  endfunction

  // Width of the Stat lines at a driver: exact Stat shows every receiver at once (two classes and
  // all full bits, padded to powers of two); cyclic Stat shows one receiver per cycle (its number,
  // its two classes, its full bits) [3, "Stat"].
  function automatic int unsigned stat_width(bit exact, int unsigned lines, int unsigned buffers);
    int unsigned slots;
    slots = 1 << wf_pkg::index_width(buffers);
    stat_width = exact ? (1 << lines) * (2 + slots) : WayWidth + 2 + slots;
  endfunction

  // The same with the vectors of every receiver above, padded alike.
  function automatic int unsigned stat_lines(config_t c);
    stat_lines = stat_width(c.ExactStat, line_count(c), c.Buffers) +
                 status_vectors(c) * ((1 << line_count(c)) << wf_pkg::index_width(c.Buffers)) +
                 (adaptive_lines(c) << line_count(c));
  endfunction

  // Width of Dest as a port: at least one bit.
  function automatic int unsigned dest_port(config_t c);
    dest_port = dest_width(c.Extents, c.Processors);
    if (c.Relative) dest_port += offset_place(c.Extents, MaxDimensions) -
                                 digit_offset(c.Extents, MaxDimensions);
    if (dest_port == 0) dest_port = 1;
  endfunction

  // The first bit of Age in a header.
  function automatic int unsigned age_offset(config_t c);
    age_offset = DestOffset + dest_port(c);
  endfunction

  // Interfaces with streams: the number of terminals; Dest of a terminal; the bits above the fields
  // of a header that have the number of its source.
  function automatic int unsigned terminals(config_t c);
    terminals = channels(c.Extents) * c.Processors;
  endfunction

  function automatic int unsigned local_number(config_t c, int unsigned terminal);
    local_number = terminal % c.Processors;
  endfunction

  function automatic logic [63:0] terminal_dest(config_t c, int unsigned terminal);
    terminal_dest = position(c.Extents, terminal / c.Processors) |
                    64'(local_number(c, terminal)) << digit_offset(c.Extents, MaxDimensions);
  endfunction

  function automatic int unsigned source_width(config_t c);
    source_width = wf_pkg::index_width(terminals(c));
  endfunction

  function automatic int unsigned source_offset(config_t c);
    source_offset = age_offset(c) + c.AgeLines;
  endfunction

  // Whether headers have room for the source, and Len for the longest message. Dest is absolute.
  function automatic bit stream_legal(config_t c, int unsigned max_words);
    stream_legal = terminals(c) <= 65536 && !c.Relative &&
                   source_offset(c) + source_width(c) <= c.FlitWidth &&
                   max_words >= 1 && max_words * (c.FlitWidth / 8) < (32'd1 << LengthWidth);
  endfunction

  // The level of a header: 0 to 5 by its age, without effect in the first step, or Top.
  function automatic level_t level_of(age_t age, logic top);
    level_of = top ? TopLevel : age < 3'd2 ? '0 : age == OldestAge ? age - 3'd2 : age - 3'd1;
  endfunction

  // The address lines of a channel, above its data lines: from bit 0 upwards the receiver, one-hot;
  // the buffer there, one-hot (for a header the lowest free one of its class, which Stat shows); a
  // header's Dest.
  function automatic int unsigned address_width(config_t c);
    address_width = c.Addressed ? ways(c) + c.Buffers + dest_port(c) : 0;
  endfunction

  // The data lines with the address lines.
  function automatic int unsigned line_width(config_t c);
    line_width = c.FlitWidth + address_width(c);
  endfunction

  // What a bank is given of an arriving flit: the data and, with addressed flits, Dest above; the
  // number of its buffer or, with addressed flits, the same one-hot.
  function automatic int unsigned push_width(config_t c);
    push_width = c.FlitWidth + (c.Addressed ? dest_port(c) : 0);
  endfunction

  function automatic int unsigned push_slot_width(config_t c);
    push_slot_width = c.Addressed ? c.Buffers : wf_pkg::index_width(c.Buffers);
  endfunction

endpackage
