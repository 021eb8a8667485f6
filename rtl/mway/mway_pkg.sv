// Types, header layout and topology arithmetic of the switch-free m-way router (Mudawwar, "A
// Switch-Free Router for k-ary m-way Networks"; sections in brackets below are the paper's).
//
// Two name spaces share the same digits on a channel: a way names a *receiver* (the set a header
// asks for), a driver number names a *driver* (the set whose flit is on the lines). A router
// receives as DIM+ and drives as DIM- on one of its channels, and the other way round on the other.
package mway_pkg;

  // Tag of a flit [3.1]. An idle driver shows TagInvalid; it is also how a buffer stores the
  // header of a message that it will throw away.
  typedef enum logic [1:0] {
    TagInvalid = 2'd0,
    TagHeader  = 2'd1,
    TagBody    = 2'd2,
    TagTail    = 2'd3
  } flit_tag_e;

  localparam int unsigned MaxDimensions = 9;
  localparam int unsigned MaxExtent     = 65535;
  localparam int unsigned MaxWays       = 16;
  localparam int unsigned MaxLines      = 4;   // arbitration lines, for MaxWays drivers
  localparam int unsigned MaxProcessors = 4;   // on a channel
  localparam int unsigned MaxBuffers    = 16;  // of a set
  localparam int unsigned MaxDepth      = 128;
  localparam int unsigned WayWidth      = 4;
  localparam int unsigned LengthWidth   = 10;

  typedef logic [WayWidth-1:0] way_t;     // names a receiver on a channel
  typedef logic [WayWidth-1:0] driver_t;  // names a driver on a channel

  // Header fields, from bit 0 of the data lines upwards: Way, Class, Len (data bytes behind the
  // header), Dest; the rest is "other control" and passes through untouched.
  localparam int unsigned ClassBit     = WayWidth;
  localparam int unsigned LengthOffset = WayWidth + 1;
  localparam int unsigned DestOffset   = LengthOffset + LengthWidth;

  // Causes on a processor's error port; a bit mask.
  localparam int unsigned ErrorOrder       = 0;  // data without header, header inside a message
  localparam int unsigned ErrorDestination = 1;  // no such processor
  localparam int unsigned ErrorLength      = 2;  // more or fewer data flits than Len says

  // Extents of all dimensions, dimension 0 in the low bits; 1 for dimensions that do not exist.
  typedef logic [MaxDimensions-1:0][15:0] extents_t;

  // Bits of one digit of an address. A single position needs none.
  function automatic int unsigned digit_width(int unsigned extent);
    return extent <= 1 ? 0 : $clog2(extent);
  endfunction

  // First bit of digit `dimension` in a channel address, and with `dimension` equal to the number
  // of dimensions, the width of a channel address.
  function automatic int unsigned digit_offset(extents_t extents, int unsigned dimension);
    int unsigned offset;
    offset = 0;
    for (int unsigned d = 0; d < dimension; d++) offset += digit_width(32'(extents[d]));
    return offset;
  endfunction

  // A channel address followed by the local number of a processor [2].
  function automatic int unsigned dest_width(extents_t extents, int unsigned processors);
    return digit_offset(extents, MaxDimensions) + digit_width(processors);
  endfunction

  // Whether every dimension exists; the extent of one that leads nowhere is 1.
  function automatic bit extents_legal(extents_t extents);
    bit legal;
    legal = 1'b1;
    for (int unsigned d = 0; d < MaxDimensions; d++) if (extents[d] == 16'd0) legal = 1'b0;
    return legal;
  endfunction

  // A power of two that holds the header, of fewer bytes than the longest message.
  function automatic bit flit_width_legal(int unsigned flit_width, extents_t extents,
                                          int unsigned processors);
    int unsigned dest;
    dest = dest_width(extents, processors);
    return (32'd1 << $clog2(flit_width)) == flit_width && flit_width / 8 < (32'd1 << LengthWidth) &&
           flit_width >= DestOffset + (dest == 0 ? 1 : dest);
  endfunction

  // Width of a channel address as a port: at least one bit.
  function automatic int unsigned position_width(extents_t extents);
    return digit_offset(extents, MaxDimensions) == 0 ? 1 : digit_offset(extents, MaxDimensions);
  endfunction

  function automatic int unsigned stride(extents_t extents, int unsigned dimension);
    int unsigned product;
    product = 1;
    for (int unsigned d = 0; d < dimension; d++) product *= 32'(extents[d]);
    return product;
  endfunction

  function automatic int unsigned channels(extents_t extents);
    return stride(extents, MaxDimensions);
  endfunction

  function automatic int unsigned digit(extents_t extents, int unsigned channel,
                                        int unsigned dimension);
    return channel / stride(extents, dimension) % 32'(extents[dimension]);
  endfunction

  // A dimension has two identifiers on a channel, one where no channel has two routers along it
  // (a mesh of extent 2, as in hypercubes), and none where its extent is 1.
  function automatic bit two_sided(extents_t extents, bit torus, int unsigned dimension);
    return extents[dimension] > 2 || (torus && extents[dimension] > 1);
  endfunction

  // Identifier of DIM+ (or, with dimension = MaxDimensions, the number of all router identifiers,
  // which is the identifier of processor 0).
  function automatic int unsigned way_base(extents_t extents, bit torus, int unsigned dimension);
    int unsigned base;
    base = 0;
    for (int unsigned d = 0; d < dimension; d++) begin
      if (two_sided(extents, torus, d)) base += 2;
      else if (extents[d] > 1) base += 1;
    end
    return base;
  endfunction

  function automatic int unsigned way_minus(extents_t extents, bit torus, int unsigned dimension);
    return way_base(extents, torus, dimension) + (two_sided(extents, torus, dimension) ? 1 : 0);
  endfunction

  function automatic int unsigned processor_way(extents_t extents, bit torus);
    return way_base(extents, torus, MaxDimensions);
  endfunction

  // Packs the channel's digits into the form of the position ports and of Dest.
  function automatic logic [63:0] position(extents_t extents, int unsigned channel);
    logic [63:0] packed_digits;
    packed_digits = '0;
    for (int unsigned d = 0; d < MaxDimensions; d++) begin
      packed_digits |= 64'(digit(extents, channel, d)) << digit_offset(extents, d);
    end
    return packed_digits;
  endfunction

  // Width of the Stat lines as a driver sees them: exact Stat shows every receiver at once (two
  // classes and all full bits, padded to powers of two); cyclic Stat shows one receiver a cycle
  // (whose turn it is, its two classes, its full bits) [3, "Stat"].
  function automatic int unsigned stat_width(bit exact, int unsigned lines, int unsigned buffers);
    int unsigned slots;
    slots = 1 << wf_pkg::index_width(buffers);
    return exact ? (1 << lines) * (2 + slots) : WayWidth + 2 + slots;
  endfunction

endpackage
