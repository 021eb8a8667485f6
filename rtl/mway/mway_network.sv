// A k-ary m-way network (paper section 2): channels, a router between any two neighbours, and
// processors on every channel. Mesh or torus of 1 to 9 dimensions with independent extents K0..K8
// (1: the dimension does not exist); a hypercube is the mesh of extents 2.
//
// Terminal t is processor t mod Processors of channel t / Processors; channels count dimension 0
// fastest. The header's Dest holds the digits of the channel's address, then the local number
// (mway_pkg). The channel_*_o outputs show every channel's lines for monitors.
`include "wayfarer_assert.svh"

module mway_network
  import mway_pkg::*;
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
  parameter int unsigned ClassZeroBuffers = Torus ? Buffers / 2 : Buffers,
  parameter bit          EarlyFreeing     = 1'b1,
  parameter bit          ExactStat        = 1'b1,
  localparam extents_t    Extents     = {16'(K8), 16'(K7), 16'(K6), 16'(K5), 16'(K4), 16'(K3),
                                         16'(K2), 16'(K1), 16'(K0)},
  localparam int unsigned Channels    = channels(Extents),
  localparam int unsigned Terminals   = Channels * Processors,
  localparam int unsigned BufferWidth = wf_pkg::index_width(Buffers)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  // Processors.
  input  logic                   inject_valid_i   [Terminals],
  input  logic [BufferWidth-1:0] inject_buffer_i  [Terminals],
  input  flit_tag_e              inject_tag_i     [Terminals],
  input  logic [FlitWidth-1:0]   inject_data_i    [Terminals],
  output logic [Buffers-1:0]     inject_ready_o   [Terminals],
  output logic [2:0]             error_o          [Terminals],
  output logic [7:0]             error_count_o    [Terminals],
  input  logic                   eject_stall_i    [Terminals],
  output flit_tag_e              eject_tag_o      [Terminals],
  output driver_t                eject_driver_o   [Terminals],
  output logic [BufferWidth-1:0] eject_buffer_o   [Terminals],
  output logic [FlitWidth-1:0]   eject_data_o     [Terminals],
  // Monitor: who drives each channel, which flit is on it, and whether it is taken.
  output driver_t                channel_driver_o [Channels],
  output flit_tag_e              channel_tag_o    [Channels],
  output logic [BufferWidth-1:0] channel_buffer_o [Channels],
  output logic                   channel_acknowledge_o [Channels],
  // A router met a header to a destination outside the network.
  output logic                   router_error_o
);

  localparam int unsigned RouterWays    = processor_way(Extents, Torus);
  localparam int unsigned Routers       = RouterWays == 0 ? 1 : RouterWays;
  localparam int unsigned Ways          = RouterWays + Processors;
  localparam int unsigned Lines         = wf_pkg::index_width(Ways);
  localparam int unsigned PositionWidth = position_width(Extents);
  localparam int unsigned StatWidth     = stat_width(ExactStat, Lines, Buffers);

  `WF_ASSERT_STATIC(MwayNetworkLegal,
                    (K0 | K1 | K2 | K3 | K4 | K5 | K6 | K7 | K8) <= MaxExtent &&
                    extents_legal(Extents) && Processors >= 1 && Processors <= MaxProcessors &&
                    flit_width_legal(FlitWidth, Extents, Processors) &&
                    Buffers >= 1 && Buffers <= MaxBuffers && Depth >= 1 && Depth <= MaxDepth &&
                    ClassZeroBuffers >= (Torus ? 1 : Buffers) &&
                    ClassZeroBuffers <= (Torus ? Buffers - 1 : Buffers) &&
                    Terminals >= 2 && Ways <= MaxWays)

  // What the routers of a channel put on it, by channel and identifier. The bits of the priority
  // are separate arrays: their order of evaluation is plain to every tool.
  logic                   po3         [Channels][Routers], po2[Channels][Routers];
  logic                   po1         [Channels][Routers], po0[Channels][Routers];
  flit_tag_e              drive_tag   [Channels][Routers];
  logic [BufferWidth-1:0] drive_buffer[Channels][Routers];
  logic [FlitWidth-1:0]   drive_data  [Channels][Routers];
  logic                   acknowledge [Channels][Routers];
  logic                   fills       [Channels][Routers];
  logic [BufferWidth-1:0] slot        [Channels][Routers];
  logic [1:0]             available   [Channels][Routers];
  logic [Buffers-1:0]     full        [Channels][Routers];
  // The channels' lines.
  logic                   s3[Channels], s2[Channels], s1[Channels], s0[Channels];
  logic [FlitWidth-1:0]   line_data        [Channels];
  logic                   line_fills       [Channels];
  logic [BufferWidth-1:0] line_slot        [Channels];
  logic [StatWidth-1:0]   line_stat        [Channels];
  logic [Channels*MaxDimensions-1:0] router_error;

  // The pins of identity: constants, held in arrays so that equal tiles stay equal in simulation.
  logic [PositionWidth-1:0] positions [Channels];
  driver_t                  plus      [MaxDimensions];
  driver_t                  minus     [MaxDimensions];

  for (genvar d = 0; d < MaxDimensions; d++) begin : gen_identifier
    localparam driver_t Plus  = driver_t'(way_base(Extents, Torus, d));
    localparam driver_t Minus = driver_t'(way_minus(Extents, Torus, d));
    assign plus[d]  = Plus;
    assign minus[d] = Minus;
  end

  for (genvar c = 0; c < Channels; c++) begin : gen_channel
    localparam logic [PositionWidth-1:0] Position = PositionWidth'(position(Extents, c));
    assign positions[c] = Position;

    mway_node #(
      .Extents     (Extents),
      .Torus       (Torus),
      .Processors  (Processors),
      .FlitWidth   (FlitWidth),
      .Buffers     (Buffers),
      .Depth       (Depth),
      .EarlyFreeing(EarlyFreeing),
      .ExactStat   (ExactStat)
    ) u_node (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .position_i     (positions[c]),
      .inject_valid_i (inject_valid_i[c*Processors+:Processors]),
      .inject_buffer_i(inject_buffer_i[c*Processors+:Processors]),
      .inject_tag_i   (inject_tag_i[c*Processors+:Processors]),
      .inject_data_i  (inject_data_i[c*Processors+:Processors]),
      .inject_ready_o (inject_ready_o[c*Processors+:Processors]),
      .error_o        (error_o[c*Processors+:Processors]),
      .error_count_o  (error_count_o[c*Processors+:Processors]),
      .eject_stall_i  (eject_stall_i[c*Processors+:Processors]),
      .eject_tag_o    (eject_tag_o[c*Processors+:Processors]),
      .eject_driver_o (eject_driver_o[c*Processors+:Processors]),
      .eject_buffer_o (eject_buffer_o[c*Processors+:Processors]),
      .eject_data_o   (eject_data_o[c*Processors+:Processors]),
      .po3_i          (po3[c]),
      .po2_i          (po2[c]),
      .po1_i          (po1[c]),
      .po0_i          (po0[c]),
      .tag_i          (drive_tag[c]),
      .buffer_i       (drive_buffer[c]),
      .data_i         (drive_data[c]),
      .acknowledge_i  (acknowledge[c]),
      .fills_i        (fills[c]),
      .slot_i         (slot[c]),
      .available_i    (available[c]),
      .full_i         (full[c]),
      .s3_o           (s3[c]),
      .s2_o           (s2[c]),
      .s1_o           (s1[c]),
      .s0_o           (s0[c]),
      .tag_o          (channel_tag_o[c]),
      .buffer_o       (channel_buffer_o[c]),
      .data_o         (line_data[c]),
      .acknowledge_o  (channel_acknowledge_o[c]),
      .fills_o        (line_fills[c]),
      .slot_o         (line_slot[c]),
      .stat_o         (line_stat[c]),
      .driver_o       (channel_driver_o[c])
    );

    for (genvar d = 0; d < MaxDimensions; d++) begin : gen_dimension
      localparam int unsigned Extent = 32'(Extents[d]);
      localparam int unsigned Digit  = digit(Extents, c, d);
      localparam int unsigned Plus   = way_base(Extents, Torus, d);
      localparam int unsigned Minus  = way_minus(Extents, Torus, d);
      localparam bit          Last   = Digit + 1 == Extent;

      if (Extent > 1 && (Torus || !Last)) begin : gen_router
        localparam int unsigned High = Last ? c - Digit * stride(Extents, d)
                                            : c + stride(Extents, d);
        logic [1:0] error;

        mway_router #(
          .Extents         (Extents),
          .Torus           (Torus),
          .Processors      (Processors),
          .FlitWidth       (FlitWidth),
          .Buffers         (Buffers),
          .Depth           (Depth),
          .Lines           (Lines),
          .ClassZeroBuffers(ClassZeroBuffers),
          .EarlyFreeing    (EarlyFreeing),
          .ExactStat       (ExactStat)
        ) u_router (
          .clk_i          (clk_i),
          .rst_ni         (rst_ni),
          .plus_i         (plus[d]),
          .minus_i        (minus[d]),
          .position_a_i   (positions[c]),
          .position_b_i   (positions[High]),
          .a_s3_i         (s3[c]),
          .a_s2_i         (s2[c]),
          .a_s1_i         (s1[c]),
          .a_s0_i         (s0[c]),
          .a_tag_i        (channel_tag_o[c]),
          .a_buffer_i     (channel_buffer_o[c]),
          .a_data_i       (line_data[c]),
          .a_acknowledge_i(channel_acknowledge_o[c]),
          .a_fills_i      (line_fills[c]),
          .a_slot_i       (line_slot[c]),
          .a_stat_i       (line_stat[c]),
          .a_po3_o        (po3[c][Minus]),
          .a_po2_o        (po2[c][Minus]),
          .a_po1_o        (po1[c][Minus]),
          .a_po0_o        (po0[c][Minus]),
          .a_tag_o        (drive_tag[c][Minus]),
          .a_buffer_o     (drive_buffer[c][Minus]),
          .a_data_o       (drive_data[c][Minus]),
          .a_acknowledge_o(acknowledge[c][Plus]),
          .a_fills_o      (fills[c][Plus]),
          .a_slot_o       (slot[c][Plus]),
          .a_available_o  (available[c][Plus]),
          .a_full_o       (full[c][Plus]),
          .b_s3_i         (s3[High]),
          .b_s2_i         (s2[High]),
          .b_s1_i         (s1[High]),
          .b_s0_i         (s0[High]),
          .b_tag_i        (channel_tag_o[High]),
          .b_buffer_i     (channel_buffer_o[High]),
          .b_data_i       (line_data[High]),
          .b_acknowledge_i(channel_acknowledge_o[High]),
          .b_fills_i      (line_fills[High]),
          .b_slot_i       (line_slot[High]),
          .b_stat_i       (line_stat[High]),
          .b_po3_o        (po3[High][Plus]),
          .b_po2_o        (po2[High][Plus]),
          .b_po1_o        (po1[High][Plus]),
          .b_po0_o        (po0[High][Plus]),
          .b_tag_o        (drive_tag[High][Plus]),
          .b_buffer_o     (drive_buffer[High][Plus]),
          .b_data_o       (drive_data[High][Plus]),
          .b_acknowledge_o(acknowledge[High][Minus]),
          .b_fills_o      (fills[High][Minus]),
          .b_slot_o       (slot[High][Minus]),
          .b_available_o  (available[High][Minus]),
          .b_full_o       (full[High][Minus]),
          .error_o        (error)
        );

        assign router_error[c*MaxDimensions+d] = |error;
      end else begin : gen_no_router
        assign router_error[c*MaxDimensions+d] = 1'b0;
      end

      // The ends of a mesh: the member that is not there puts zeros on the lines.
      if (!Torus && Extent > 2 && (Last || Digit == 0)) begin : gen_end
        localparam int unsigned Driver   = Last ? Minus : Plus;
        localparam int unsigned Receiver = Last ? Plus : Minus;
        mway_tieoff #(
          .FlitWidth(FlitWidth),
          .Buffers  (Buffers)
        ) u_absent (
          .po3_o        (po3[c][Driver]),
          .po2_o        (po2[c][Driver]),
          .po1_o        (po1[c][Driver]),
          .po0_o        (po0[c][Driver]),
          .tag_o        (drive_tag[c][Driver]),
          .buffer_o     (drive_buffer[c][Driver]),
          .data_o       (drive_data[c][Driver]),
          .acknowledge_o(acknowledge[c][Receiver]),
          .fills_o      (fills[c][Receiver]),
          .slot_o       (slot[c][Receiver]),
          .available_o  (available[c][Receiver]),
          .full_o       (full[c][Receiver])
        );
      end
    end
  end

  if (RouterWays == 0) begin : gen_alone
    mway_tieoff #(
      .FlitWidth(FlitWidth),
      .Buffers  (Buffers)
    ) u_absent (
      .po3_o        (po3[0][0]),
      .po2_o        (po2[0][0]),
      .po1_o        (po1[0][0]),
      .po0_o        (po0[0][0]),
      .tag_o        (drive_tag[0][0]),
      .buffer_o     (drive_buffer[0][0]),
      .data_o       (drive_data[0][0]),
      .acknowledge_o(acknowledge[0][0]),
      .fills_o      (fills[0][0]),
      .slot_o       (slot[0][0]),
      .available_o  (available[0][0]),
      .full_o       (full[0][0])
    );

    // Nobody but the node listens to the one channel.
    logic unused;
    assign unused = ^{s3[0], s2[0], s1[0], s0[0], line_data[0], line_fills[0], line_slot[0],
                      line_stat[0], plus[0], minus[0]};
  end

  assign router_error_o = |router_error;
  `WF_ASSERT(EveryDestinationLegal, !router_error_o)

endmodule
