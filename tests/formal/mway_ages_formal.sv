// Anti-starvation on one m-way channel, as properties for a model checker (docs/mway-aged.md).
//
// Three drivers, two routers and a processor, each with its channel arbiter, its ages and its buffer
// arbiter as in mway_bank. The rest is free: which headers reach the fronts of the buffers, their
// receivers and ages, when data flits follow and may go, when a receiver has a free buffer again.
// Stat is exact: a receiver is available until a header enters it. The checks count headers at the
// receivers and know promotions from a copy of the turn; Check selects one of them, since a proof of
// all at once is longer than the three.
module mway_ages_formal
  import mway_pkg::*, mway_config_pkg::*;
#(
  parameter int unsigned Buffers  = 2,
  parameter int unsigned AgeShift = 1,
  parameter int unsigned Check    = 1,  // 1 to 3: P1 to P3; 0: none, for covers
  localparam int unsigned Drivers = 3,
  localparam int unsigned Routers = 2,
  // Two drivers can want a router: not the one that is its other half.
  localparam int unsigned Wanting = (Drivers - 1) * Buffers,
  parameter int unsigned Overtake = 2 * (Wanting - 1) + 2 * Drivers + 2  // P2
) (
  input logic                            clk_i,
  // A header arrives at the front of a buffer.
  input logic [Drivers-1:0][Buffers-1:0] arrives_i,
  input logic [Drivers-1:0][1:0]         way_i,
  input age_t [Drivers-1:0]              age_i,
  // The receiver of the data at the front has room; it is the last of them.
  input logic [Drivers-1:0][Buffers-1:0] room_i,
  input logic [Drivers-1:0]              last_i,
  // A router has another free buffer after a header has entered, or again; the processor takes any.
  input logic [Routers-1:0]              another_i,
  input logic [Routers-1:0]              frees_i,
  input logic                            takes_i,
  // The buffer whose header is followed, any.
  input logic [Drivers-1:0][Buffers-1:0] follow_i
);

  function automatic config_t make_config();
    make_config           = default_config();
    make_config.Extents   = 144'h0001_0001_0001_0001_0001_0001_0001_0001_0003;
    make_config.FlitWidth = 32;
    make_config.Buffers   = Buffers;
    make_config.Depth     = 1;
    make_config.Variant   = Aged;
    make_config.AgeShift  = AgeShift;
  endfunction

  localparam config_t     Config   = make_config();
  localparam int unsigned Members  = Drivers * Buffers;
  localparam int unsigned Passes   = Members + 2;  // P3

  // One cycle of reset.
  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  typedef enum logic [1:0] {Empty, Header, Data} front_e;

  front_e     [Drivers-1:0][Buffers-1:0]      kind_q;
  logic       [Drivers-1:0][Buffers-1:0][1:0] way_q;
  logic       [Drivers-1:0][Buffers-1:0]      push, header, eligible, may, chosen, leaves, enters;
  age_t       [Drivers-1:0][Buffers-1:0]      age;
  logic       [Drivers-1:0]                   request, enable;
  age_lines_t [Drivers-1:0]                   own;
  age_lines_t                                 lines;
  level_t     [Drivers-1:0]                   level;
  logic       [Drivers-1:0]                   waits, po1, po0;
  logic                                       s1, s0;
  logic       [Routers-1:0]                   available_q;
  logic       [3:0]                           open;  // by way; the last one does not exist

  assign open  = {1'b0, takes_i, available_q};
  assign s1    = |po1;
  assign s0    = |po0;
  assign lines.waits = |waits;

  mway_highest #(
    .Members(Drivers)
  ) u_level (
    .member_i ('1),
    .level_i  (level),
    .highest_o(),
    .level_o  (lines.level)
  );

  for (genvar d = 0; d < Drivers; d++) begin : gen_driver
    flit_info_t [Buffers-1:0] front;

    assign level[d] = own[d].level;
    assign waits[d] = own[d].waits;

    for (genvar b = 0; b < Buffers; b++) begin : gen_buffer
      assign header[d][b]   = kind_q[d][b] == Header;
      assign push[d][b]     = arrives_i[d][b] && (kind_q[d][b] == Empty ||
                                                  (kind_q[d][b] == Data && leaves[d][b] && last_i[d]));
      assign eligible[d][b] = header[d][b] ? open[way_q[d][b]]
                                           : kind_q[d][b] == Data && room_i[d][b];
      assign front[b]       = '{age: '0, tag: header[d][b] ? TagHeader :
                                         kind_q[d][b] == Data ? TagBody : TagInvalid,
                                way: way_t'(way_q[d][b]), buffer_class: 1'b0};

      always_ff @(posedge clk_i) begin
        if (!rst_n)                                             kind_q[d][b] <= Empty;
        else if (push[d][b])                                    kind_q[d][b] <= Header;
        else if (leaves[d][b] && header[d][b])                  kind_q[d][b] <= Data;
        else if (leaves[d][b] && last_i[d])                     kind_q[d][b] <= Empty;
        if (push[d][b]) way_q[d][b] <= way_i[d];
      end
    end

    mway_ages #(
      .Config(Config)
    ) u_ages (
      .clk_i          (clk_i),
      .rst_ni         (rst_n),
      .push_i         (push[d]),
      .push_age_i     (age_i[d]),
      .rear_i         ('0),
      .front_i        (front),
      .front_pointer_i('0),
      .eligible_i     (eligible[d]),
      .leaves_i       (leaves[d]),
      .age_o          (age[d]),
      .may_send_o     (may[d]),
      .request_o      (request[d]),
      .lines_i        (lines),
      .lines_o        (own[d])
    );

    wf_arbiter_round_robin #(
      .Requests(Buffers)
    ) u_buffers (
      .clk_i    (clk_i),
      .rst_ni   (rst_n),
      .request_i(may[d]),
      .advance_i(enable[d]),
      .grant_o  (chosen[d]),
      .index_o  (),
      .valid_o  ()
    );

    mway_arbiter #(
      .Lines(2)
    ) u_arbiter (
      .clk_i    (clk_i),
      .rst_ni   (rst_n),
      .id_i     (driver_t'(d)),
      .request_i(request[d]),
      .s3_i     (1'b0),
      .s2_i     (1'b0),
      .s1_i     (s1),
      .s0_i     (s0),
      .po3_o    (),
      .po2_o    (),
      .po1_o    (po1[d]),
      .po0_o    (po0[d]),
      .driver_o (),
      .enable_o (enable[d])
    );

    assign leaves[d] = enable[d] ? chosen[d] : '0;
    assign enters[d] = leaves[d] & header[d];

    // DIM+ and DIM- are halves of two routers: the driver of one number does not want the other way.
    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        WayExists: assume (way_i[d] < 2'd3 && (d >= Routers || way_i[d] != 2'(1 - d)));
      end
    end
  end

  // Promotions, from the turn and the Wait line.
  logic                                       odd_q;
  logic       [1:0]                           turn_q;
  logic       [Drivers-1:0][Buffers-1:0]      top_q;      // promoted
  logic       [Drivers-1:0][Buffers-1:0]      settled_q;  // in the cycle before, too

  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      odd_q     <= 1'b0;
      turn_q    <= '0;
      top_q     <= '0;
      settled_q <= '0;
    end else begin
      odd_q <= !odd_q;
      if (odd_q) turn_q <= turn_q == 2'd2 ? 2'd0 : turn_q + 2'd1;
      for (int d = 0; d < Drivers; d++) begin
        for (int b = 0; b < Buffers; b++) begin
          settled_q[d][b] <= top_q[d][b] && !leaves[d][b];
          if (leaves[d][b]) top_q[d][b] <= 1'b0;
          else if (odd_q && !lines.waits && header[d][b] && age[d][b] == OldestAge &&
                   way_q[d][b] == turn_q)
            top_q[d][b] <= 1'b1;
        end
      end
    end
  end

  // By router: headers that enter, Top headers that wait.
  logic [Routers-1:0][Drivers-1:0][Buffers-1:0] into, top_for, settled_for;

  for (genvar r = 0; r < Routers; r++) begin : gen_router
    for (genvar d = 0; d < Drivers; d++) begin : gen_driver
      for (genvar b = 0; b < Buffers; b++) begin : gen_buffer
        assign into[r][d][b]        = enters[d][b] && way_q[d][b] == 2'(r);
        assign top_for[r][d][b]     = top_q[d][b] && way_q[d][b] == 2'(r);
        assign settled_for[r][d][b] = settled_q[d][b] && way_q[d][b] == 2'(r);
      end
    end

    always_ff @(posedge clk_i) begin
      if (!rst_n) available_q[r] <= 1'b1;
      else        available_q[r] <= (|into[r] ? another_i[r] : available_q[r]) || frees_i[r];
    end

    if (Check == 1) begin : gen_p1
      // From two cycles after a promotion until that header leaves, no other header enters but Top.
      always_ff @(posedge clk_i) begin
        if (rst_n) TopHeaderFirst: assert (!(|settled_for[r]) || (into[r] & ~top_q) == '0);
      end
    end

    if (Check == 3) begin : gen_p3
      // While the router is available and a Top header waits for it, one enters in time.
      logic [$clog2(Passes + 2)-1:0] passed_q;
      always_ff @(posedge clk_i) begin
        if (!rst_n || !available_q[r] || top_for[r] == '0 || (into[r] & top_q) != '0)
          passed_q <= '0;
        else passed_q <= passed_q + 1'b1;
        if (rst_n) TopHeaderEnters: assert (32'(passed_q) <= Passes);
      end
    end
  end

  // The followed header, from when it is at the front with the highest age.
  logic [Drivers-1:0][Buffers-1:0] followed_q;
  logic [1:0]                      followed_way;
  logic                            followed_waits, overtaken;

  always_ff @(posedge clk_i) if (!rst_n) followed_q <= follow_i;

  always_comb begin
    followed_way = '0;
    for (int d = 0; d < Drivers; d++) begin
      for (int b = 0; b < Buffers; b++) begin
        if (followed_q[d][b]) followed_way = followed_way | way_q[d][b];
      end
    end
  end

  assign overtaken = followed_way < 2'(Routers) &&
                     (into[followed_way[0]] & ~followed_q) != '0;

  logic [Drivers-1:0][Buffers-1:0] oldest;
  for (genvar d = 0; d < Drivers; d++) begin : gen_oldest
    for (genvar b = 0; b < Buffers; b++) begin : gen_buffer
      assign oldest[d][b] = header[d][b] && age[d][b] == OldestAge;
    end
  end
  assign followed_waits = |(oldest & followed_q & ~leaves);

  if (Check == 2) begin : gen_p2
    logic [$clog2(Overtake + 2)-1:0] overtaken_q;
    always_ff @(posedge clk_i) begin
      if (!rst_n)               overtaken_q <= '0;
      else if (!followed_waits) overtaken_q <= '0;
      else                      overtaken_q <= overtaken_q + $bits(overtaken_q)'(overtaken);
      if (!rst_n) OneFollowed: assume ($onehot(follow_i));
      if (rst_n) OvertakenBounded: assert (32'(overtaken_q) <= Overtake);
    end
  end

  // For covers: a header that was overtaken and entered as Top; two Top headers for one router.
  logic was_overtaken_q;
  always_ff @(posedge clk_i) begin
    if (!rst_n || !followed_waits) was_overtaken_q <= 1'b0;
    else if (overtaken)            was_overtaken_q <= 1'b1;
    if (rst_n && Check == 0) begin
      TopEnters: cover (|(enters & top_q));
      TwoTops: cover (!$onehot0(top_for[0]));
      TopHoldsBack: cover (|settled_for[0] && available_q[0] && (top_for[0] & eligible) != '0 &&
                           |(header & eligible & ~top_q) && enters == '0);
      OvertakenThenTop: cover (was_overtaken_q && |(enters & top_q & followed_q));
    end
  end

endmodule
