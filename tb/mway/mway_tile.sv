// One channel of mway_network with all that drives it: mway_node and, for each router on the
// channel, the mway_interface that drives it. Copies of this module, joined from outside, are a
// network of any size: every router is cut between its halves, and no wired OR crosses the cut.
// Parameters are those of mway_network, with the same legal values; so are the pins of terminals
// and monitors, for one channel. There is no tile of mway_clocks_network.
//
// Routers are numbered as drivers of the channel. In dimension d number P is DIM+,
// way_base(Extents, Torus, d), and M is DIM-, way_minus(Extents, Torus, d); in a mesh of extent 2
// both are one number. The interface P receives from the lower neighbour along d, M from the higher
// one. With N(r) that neighbour of number r, and O(r) the number of the same router there (of P it
// is M, of M it is P), tiles are joined like this:
//
//   other_driver_i[r]   <-  driver_o[O(r)]        of N(r)
//   other_payload_i[r]  <-  payload_o[r]          of N(r)
//   other_data_i[r]     <-  data_o[r]             of N(r)
//   answer_i[O(r)]      <-  other_answer_o[O(r)]  of N(r)
//   status_i[O(r)]      <-  other_status_o[O(r)]  of N(r)
//
// present_i[r] is 1 if that router exists. If it does not, at the edge of a mesh, dead, or beyond
// the numbers of the network (Routers may be larger with Configurable), its five inputs are 0, and
// the tile drives zeros for it as mway_tieoff does. position_i is the channel's address,
// mway_pkg::position. All of these are constant after reset.
//
// Between tiles a cycle has three steps: other_status_o comes from registers; it leads to the
// lines, and the lines to answers. Answers lead to registers and the monitor only.
//
// In a network all members of a channel see its lines. With directed_i a router sees those of a
// flit that is for it, and else zeros, so that other tiles need not be evaluated: a header is for
// the router of its Way, and data for the one that its header was for. The assertion
// TileAnsweredByReceiver holds that no other member answers. Multicast, adaptive and guarded lines
// go to all members in any case.
// Combinational paths:
//   status_i -> data_o, line_data_o, payload_o (Stat!=Cyclic, Variant!=Pipelined)
//   status_i -> driver_o (Stat!=Cyclic, Variant!=Pipelined, Variant<Guarded)
//   status_i -> channel_acknowledge_o, channel_buffer_o (Stat!=Cyclic, Variant!=Pipelined)
//   status_i -> channel_tag_o (Stat!=Cyclic, Variant!=Pipelined)
//   other_data_i, other_driver_i, other_payload_i -> router_error_o
//   other_data_i -> other_answer_o
//   other_driver_i, other_payload_i -> other_answer_o (Stat!=Addressed)
//   answer_i -> channel_acknowledge_o (Stat!=Addressed)
//   answer_i -> channel_acknowledge_o (Variant=Pipelined)
//   directed_i -> data_o, driver_o, payload_o (Variant<Guarded)
//   present_i -> data_o, line_data_o, payload_o
//   present_i -> driver_o (Variant<Guarded)
//   present_i -> other_answer_o, other_status_o, router_error_o
//   present_i -> channel_acknowledge_o, channel_buffer_o, channel_tag_o
//   position_i -> router_error_o (Fault>0)
//   position_i -> router_error_o (Variant=Multicast)
//   position_i -> router_error_o (Relative=1)
`include "wayfarer_assert.svh"

module mway_tile
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter int unsigned K0 = 4,
  parameter int unsigned K1 = 4,
  parameter int unsigned K2 = 1,
  parameter int unsigned K3 = 1,
  parameter int unsigned K4 = 1,
  parameter int unsigned K5 = 1,
  parameter int unsigned K6 = 1,
  parameter int unsigned K7 = 1,
  parameter int unsigned K8 = 1,
  parameter bit          Torus            = 1'b0,
  parameter int unsigned Processors       = 1,
  parameter int unsigned FlitWidth        = 128,
  parameter int unsigned Buffers          = 4,
  parameter int unsigned Depth            = 2,
  parameter int unsigned Variant          = Paper,
  parameter int unsigned Stat             = Exact,
  parameter bit          EarlyFreeing     = 1'b1,
  parameter logic [2:0][15:0] ClassMasks  = '0,
  parameter int unsigned AgeShift         = 8,
  parameter bit          Configurable     = 1'b0,
  parameter int unsigned Fault            = 0,
  parameter int unsigned FaultChannel     = 0,
  parameter int unsigned FaultDimension   = 0,
  parameter bit          Relative         = 1'b0,
  localparam extents_t    Extents       = {16'(K8), 16'(K7), 16'(K6), 16'(K5), 16'(K4), 16'(K3),
                                           16'(K2), 16'(K1), 16'(K0)},
  /* verilator lint_off WIDTHCONCAT */  // all parameters have the widths of their fields
  localparam config_t     Config        = chip_config('{
      Extents: Extents, Torus: Torus, Processors: Processors, FlitWidth: FlitWidth,
      Buffers: Buffers, Depth: Depth, Variant: Variant, Stat: Stat, EarlyFreeing: EarlyFreeing,
      ClassMasks: ClassMasks, AgeShift: AgeShift, Configurable: Configurable,
      Faults: Fault != 0, Relative: Relative}),
  /* verilator lint_on WIDTHCONCAT */
  localparam int unsigned Routers       = routers(Config),
  localparam int unsigned BufferWidth   = wf_pkg::index_width(Buffers),
  localparam int unsigned PositionWidth = position_width(Extents),
  localparam int unsigned LineWidth     = line_width(Config),
  localparam int unsigned StatusWidth   = status_width(Config)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic [PositionWidth-1:0] position_i,
  input  logic                     present_i       [Routers],
  input  logic                     directed_i,
  // Processors.
  input  logic                     inject_valid_i  [Processors],
  input  logic [BufferWidth-1:0]   inject_buffer_i [Processors],
  input  flit_tag_e                inject_tag_i    [Processors],
  input  logic [FlitWidth-1:0]     inject_data_i   [Processors],
  output logic [Buffers-1:0]       inject_ready_o  [Processors],
  output logic [2:0]               error_o         [Processors],
  output logic [7:0]               error_count_o   [Processors],
  input  logic                     eject_stall_i   [Processors],
  output flit_tag_e                eject_tag_o     [Processors],
  output driver_t                  eject_driver_o  [Processors],
  output logic [BufferWidth-1:0]   eject_buffer_o  [Processors],
  output logic [FlitWidth-1:0]     eject_data_o    [Processors],
  output logic                     eject_aborted_o [Processors],
  // Monitor.
  output driver_t                  channel_driver_o,
  output flit_tag_e                channel_tag_o,
  output logic [BufferWidth-1:0]   channel_buffer_o,
  output logic                     channel_acknowledge_o,
  // An interface of this tile received a header to a destination outside the network.
  output logic                     router_error_o,
  output logic [LineWidth-1:0]     line_data_o,
  // This channel's lines to the neighbours, and its driver as each interface knows it.
  output payload_t                 payload_o       [Routers],
  output logic [LineWidth-1:0]     data_o          [Routers],
  output driver_t                  driver_o        [Routers],
  // The neighbours' channels, and the answers and status of this tile's interfaces to them.
  input  payload_t                 other_payload_i [Routers],
  input  logic [LineWidth-1:0]     other_data_i    [Routers],
  input  driver_t                  other_driver_i  [Routers],
  output answer_t                  other_answer_o  [Routers],
  output logic [StatusWidth-1:0]   other_status_o  [Routers],
  // Inputs from the neighbours' interfaces to this channel.
  input  answer_t                  answer_i        [Routers],
  input  logic [StatusWidth-1:0]   status_i        [Routers]
);

  localparam int unsigned RouterWays = processor_way(Extents, Torus);
  localparam fault_t      Dead       = '{channel: Fault == 1, router: Fault == 2,
                                         dimension: 4'(FaultDimension),
                                         address: digits(Extents, FaultChannel)};
  localparam network_t    Network    = '{fault: Dead, extents: Extents, torus: Torus,
                                         processors: 3'(Processors)};
  localparam int unsigned StatWidth  = stat_lines(Config);

  // The interfaces' outputs to the channel.
  logic                 po3[Routers], po2[Routers], po1[Routers], po0[Routers];
  payload_t             drive_payload[Routers];
  logic [LineWidth-1:0] drive_data   [Routers];
  logic [Routers-1:0]   router_error;
  // The channel's lines.
  logic                 s3, s2, s1, s0;
  payload_t             line_payload;
  answer_t              line_answer;
  logic [StatWidth-1:0] line_stat;

  // The processors' sides; a chip may have more of them than the network's channels.
  processor_request_t   processor_in  [Config.Processors];
  processor_response_t  processor_out [Config.Processors];
  logic [FlitWidth-1:0] inject_data   [Config.Processors];
  logic [FlitWidth-1:0] eject_data    [Config.Processors];

  for (genvar p = 0; p < Config.Processors; p++) begin : gen_side
    if (p < Processors) begin : gen_terminal
      assign processor_in[p]    = '{valid: inject_valid_i[p], tag: inject_tag_i[p],
                                    buffer: buffer_t'(inject_buffer_i[p]),
                                    stall: eject_stall_i[p]};
      assign inject_data[p]     = inject_data_i[p];
      assign inject_ready_o[p]  = processor_out[p].ready[Buffers-1:0];
      assign error_o[p]         = processor_out[p].error;
      assign error_count_o[p]   = processor_out[p].error_count;
      assign eject_tag_o[p]     = processor_out[p].tag;
      assign eject_driver_o[p]  = processor_out[p].driver;
      assign eject_buffer_o[p]  = processor_out[p].buffer[BufferWidth-1:0];
      assign eject_data_o[p]    = eject_data[p];
      assign eject_aborted_o[p] = processor_out[p].aborted;
    end else begin : gen_unused
      assign processor_in[p] = '{valid: 1'b0, tag: TagInvalid, buffer: '0, stall: 1'b0};
      assign inject_data[p]  = '0;

      logic unused;
      assign unused = ^{processor_out[p], eject_data[p]};
    end
  end

  mway_node #(
    .Config(Config)
  ) u_node (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .network_i    (Network),
    .position_i   (position_i),
    .processor_i  (processor_in),
    .inject_data_i(inject_data),
    .processor_o  (processor_out),
    .eject_data_o (eject_data),
    .po3_i        (po3),
    .po2_i        (po2),
    .po1_i        (po1),
    .po0_i        (po0),
    .payload_i    (drive_payload),
    .data_i       (drive_data),
    .answer_i     (answer_i),
    .status_i     (status_i),
    .s3_o         (s3),
    .s2_o         (s2),
    .s1_o         (s1),
    .s0_o         (s0),
    .payload_o    (line_payload),
    .data_o       (line_data_o),
    .answer_o     (line_answer),
    .stat_o       (line_stat),
    .driver_o     (channel_driver_o)
  );

  // A void cycle has no flit.
  assign channel_tag_o         = line_payload.guard.differ ? TagInvalid : line_payload.tag;
  assign channel_buffer_o      = line_payload.buffer[BufferWidth-1:0];
  assign channel_acknowledge_o = line_answer.acknowledge;

  // The number as receiver from this channel of the router that drives it as number r.
  function automatic int unsigned opposite(int unsigned r);
    opposite = r;
    for (int unsigned d = 0; d < MaxDimensions; d++) begin
      if (Extents[d] > 16'd1 && r == way_base(Extents, Torus, d))
        opposite = way_minus(Extents, Torus, d);
      else if (Extents[d] > 16'd1 && r == way_minus(Extents, Torus, d))
        opposite = way_base(Extents, Torus, d);
    end
  endfunction

  // The routers that see the lines, by their numbers as receivers.
  logic [Routers-1:0] receives;

  if (Variant >= Guarded) begin : gen_all
    assign receives = '1;

    logic unused;
    assign unused = directed_i;
  end else begin : gen_receiver
    // By driver and its buffer: the way of the last header.
    logic [WayWidth-1:0] header_way_q[1<<WayWidth][Buffers];
    logic [WayWidth-1:0] way;

    assign way = channel_tag_o == TagHeader ? line_data_o[WayWidth-1:0]
                                            : header_way_q[channel_driver_o][channel_buffer_o];

    for (genvar r = 0; r < Routers; r++) begin : gen_way
      logic is_receiver;
      assign is_receiver = channel_tag_o != TagInvalid && way == WayWidth'(r);
      assign receives[r] = is_receiver || !directed_i;
      `WF_ASSERT(TileAnsweredByReceiver, is_receiver || !answer_i[r].acknowledge)
    end

    always_ff @(posedge clk_i) begin
      if (channel_tag_o == TagHeader) header_way_q[channel_driver_o][channel_buffer_o] <= way;
    end
  end

  for (genvar r = 0; r < Routers; r++) begin : gen_router
    if (r < RouterWays) begin : gen_interface
      localparam identity_t Identity = '{network: Network, plus: driver_t'(r), minus: '0};

      driver_t                driver;
      logic                   drive3, drive2, drive1, drive0;
      payload_t               payload;
      logic [LineWidth-1:0]   data;
      answer_t                answer;
      logic [StatusWidth-1:0] status;
      logic                   error;

      mway_interface #(
        .Config(Config)
      ) u_interface (
        .clk_i          (clk_i),
        .rst_ni         (rst_ni),
        .identity_i     (Identity),
        .position_i     (position_i),
        .s3_i           (s3),
        .s2_i           (s2),
        .s1_i           (s1),
        .s0_i           (s0),
        .payload_i      (line_payload),
        .data_i         (line_data_o),
        .answer_i       (line_answer),
        .stat_i         (line_stat),
        .po3_o          (drive3),
        .po2_o          (drive2),
        .po1_o          (drive1),
        .po0_o          (drive0),
        .payload_o      (payload),
        .data_o         (data),
        .driver_o       (driver),
        .other_driver_i (other_driver_i[r]),
        .other_payload_i(other_payload_i[r]),
        .other_data_i   (other_data_i[r]),
        .other_answer_o (answer),
        .other_status_o (status),
        .error_o        (error)
      );

      assign driver_o[r]       = receives[opposite(r)] ? driver : '0;
      assign payload_o[r]      = receives[r] ? line_payload : '0;
      assign data_o[r]         = receives[r] ? line_data_o : '0;
      assign po3[r]            = present_i[r] & drive3;
      assign po2[r]            = present_i[r] & drive2;
      assign po1[r]            = present_i[r] & drive1;
      assign po0[r]            = present_i[r] & drive0;
      assign drive_payload[r]  = present_i[r] ? payload : '0;
      assign drive_data[r]     = present_i[r] ? data : '0;
      assign other_answer_o[r] = present_i[r] ? answer : '0;
      assign other_status_o[r] = present_i[r] ? status : '0;
      assign router_error[r]   = present_i[r] & error;
    end else begin : gen_spare
      // A port of the node beyond this network's routers.
      mway_tieoff #(
        .Config(Config)
      ) u_absent (
        .po3_o(po3[r]), .po2_o(po2[r]), .po1_o(po1[r]), .po0_o(po0[r]),
        .payload_o(drive_payload[r]), .data_o(drive_data[r]),
        .answer_o(other_answer_o[r]), .status_o(other_status_o[r])
      );

      assign driver_o[r]     = '0;
      assign payload_o[r]    = '0;
      assign data_o[r]       = '0;
      assign router_error[r] = 1'b0;

      logic unused;
      assign unused = ^{receives[r], present_i[r], other_payload_i[r], other_data_i[r],
                        other_driver_i[r]};
    end
  end

  assign router_error_o = |router_error;
  `WF_ASSERT(EveryDestinationLegal, !router_error_o)

  logic unused;  // in a channel without routers only the node uses these
  assign unused = ^{s3, s2, s1, s0, line_answer, line_stat};

endmodule
