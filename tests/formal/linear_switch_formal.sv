// The contract of the 2x1 wormhole switch, as properties for a model checker.
//
// The inputs of this module are free: any interleaving of valid flits on both sides, any stall of
// the receiver. The only assumption: each side sends whole messages (SideWellFormed). The checks
// use only the switch's ports and count only the flits that enter and leave, so they hold for any
// implementation of the contract in linear_switch.sv.
module linear_switch_formal
  import linear_pkg::*;
#(
  parameter int unsigned FlitWidth     = 3,
  parameter int unsigned Depth         = 1,
  parameter bit          Refill        = 1'b1,
  parameter bit          UpstreamFirst = 1'b0
) (
  input logic                           clk_i,
  input logic      [1:0]                valid_i,
  input flit_tag_t [1:0]                tag_i,
  input logic      [1:0][FlitWidth-1:0] data_i,
  input logic                           ready_i,
  // Whether to track the flit that enters now.
  input logic      [1:0]                follow_i
);

  localparam int unsigned LevelWidth = wf_pkg::count_width(Depth);

  // One cycle of reset.
  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic [1:0]            ready;
  logic                  valid, owner;
  flit_tag_t             tag;
  logic [FlitWidth-1:0]  data;

  linear_switch #(
    .FlitWidth    (FlitWidth),
    .Depth        (Depth),
    .Refill       (Refill),
    .UpstreamFirst(UpstreamFirst)
  ) u_switch (
    .clk_i  (clk_i),
    .rst_ni (rst_n),
    .valid_i(valid_i),
    .tag_i  (tag_i),
    .data_i (data_i),
    .ready_o(ready),
    .valid_o(valid),
    .tag_o  (tag),
    .data_o (data),
    .ready_i(ready_i),
    .owner_o(owner)
  );

  logic [1:0] enters, leaves;
  assign enters = valid_i & ready;
  assign leaves = {valid && ready_i && owner, valid && ready_i && !owner};

  // Each side: flits inside, and whether a header may enter or leave next.
  logic [1:0][LevelWidth-1:0] level_q;
  logic [1:0]                 entering_q, leaving_q;  // inside a message
  logic [1:0]                 waits;                  // a header is the next to leave
  // The header stayed in a cycle in which no header of the other side did: it came earlier.
  logic [1:0]                 earlier_q;
  // Whole messages of the other side that left while the header waited.
  logic [1:0][1:0]            overtaken_q;

  for (genvar i = 0; i < 2; i++) begin : gen_side
    localparam int unsigned Other = 1 - i;

    assign waits[i] = level_q[i] != '0 && !leaving_q[i];

    always_ff @(posedge clk_i) begin
      if (!rst_n) begin
        level_q[i]     <= '0;
        entering_q[i]  <= 1'b0;
        leaving_q[i]   <= 1'b0;
        earlier_q[i]   <= 1'b0;
        overtaken_q[i] <= '0;
      end else begin
        level_q[i] <= level_q[i] + LevelWidth'(enters[i]) - LevelWidth'(leaves[i]);
        if (enters[i]) entering_q[i] <= !tag_i[i].tail;
        if (leaves[i]) leaving_q[i] <= !tag.tail;
        earlier_q[i] <= waits[i] && !leaves[i] &&
                        (earlier_q[i] || !waits[Other] || leaves[Other]);
        if (!waits[i] || leaves[i]) overtaken_q[i] <= '0;
        else if (leaves[Other] && tag.tail && overtaken_q[i] != '1)
          overtaken_q[i] <= overtaken_q[i] + 2'd1;
      end
    end

    // One arbitrary flit, tracked from its entry: the number of flits before it, and its value.
    logic                 followed_q, inside_q;
    logic [LevelWidth-1:0] before_q;
    flit_tag_t             tag_q;
    logic [FlitWidth-1:0]  data_q;

    always_ff @(posedge clk_i) begin
      if (!rst_n) begin
        followed_q <= 1'b0;
        inside_q   <= 1'b0;
      end else if (!followed_q) begin
        followed_q <= enters[i] && follow_i[i];
        inside_q   <= enters[i] && follow_i[i];
        before_q   <= level_q[i] - LevelWidth'(leaves[i]);
        tag_q      <= tag_i[i];
        data_q     <= data_i[i];
      end else if (inside_q && leaves[i]) begin
        inside_q <= before_q != '0;
        before_q <= before_q - LevelWidth'(1);
      end
    end

    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        SideWellFormed: assume (!valid_i[i] || tag_i[i].head == !entering_q[i]);

        // Only flits that entered leave: none is invented, and the tracked flit leaves in order and
        // unchanged. OffersWhatItHolds and WorkConserving below show that none is lost.
        NothingInvented: assert (!leaves[i] || level_q[i] != '0);
        FollowedUnchanged:
          assert (!(inside_q && before_q == '0 && valid && owner == 1'(i)) ||
                  (tag == tag_q && data == data_q));
        LevelBounded: assert (32'(level_q[i]) <= Depth);

        // Buffers accept flits while they have room.
        ReadyWithRoom: assert (32'(level_q[i]) >= Depth || ready[i]);
        ReadyWhenFull: assert (32'(level_q[i]) < Depth || ready[i] == (Refill && leaves[i]));

        // Messages do not mix: a message owns the output from its header to its tail.
        HoldsOutput: assert (!(leaving_q[i] && valid) || (owner == 1'(i) && !tag.head));
        OffersWhatItHolds: assert (!leaving_q[i] || valid == (level_q[i] != '0));
      end
    end
  end

  logic                 stalled_q, owner_q;
  flit_tag_t            tag_q;
  logic [FlitWidth-1:0] data_q;

  always_ff @(posedge clk_i) begin
    stalled_q <= rst_n && valid && !ready_i;
    owner_q   <= owner;
    tag_q     <= tag;
    data_q    <= data;
  end

  logic replaced;
  assign replaced = UpstreamFirst && tag_q.head && tag.head && !owner_q && owner;

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      OneMessageAtATime: assert (leaving_q != '1);
      HeaderFirst: assert (leaving_q != '0 || !valid || tag.head);
      WorkConserving: assert (leaving_q != '0 || valid == (level_q != '0));
      OfferStays: assert (!stalled_q || (valid && (replaced ||
                          (owner == owner_q && tag == tag_q && data == data_q))));
    end
  end

  // The order of two headers, and so the maximum wait: at most one whole message of the other side,
  // in progress or no later. By WorkConserving and OffersWhatItHolds no cycle is lost meanwhile in
  // which the receiver is ready and the message has a flit here.
  if (UpstreamFirst) begin : gen_upstream_first
    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        UpstreamGoesFirst: assert (leaving_q != '0 || !waits[Upstream] || owner == 1'(Upstream));
        UpstreamWaitsForOne: assert (overtaken_q[Upstream] <= 2'd1);
        LocalOvertakenTwice: cover (overtaken_q[Local] == 2'd2);
      end
    end
  end else begin : gen_earlier_first
    always_ff @(posedge clk_i) begin
      if (rst_n) begin
        if (leaving_q == '0 && waits == '1)
          EarlierGoesFirst: assert (owner == (earlier_q[Local] ? 1'(Local) : 1'(Upstream)));
        OneIsEarlier: assert (earlier_q != '1);
        LocalWaitsForOne: assert (overtaken_q[Local] <= 2'd1);
        UpstreamWaitsForOne: assert (overtaken_q[Upstream] <= 2'd1);

        LocalFirst: cover (waits == '1 && earlier_q[Local] && leaves[Local]);
        LocalOvertaken: cover (overtaken_q[Local] == 2'd1);
      end
    end
  end

  logic [2:0] sent_q;  // flits of the message at the output, so far

  always_ff @(posedge clk_i) begin
    if (!rst_n)                sent_q <= '0;
    else if (|leaves && tag.tail) sent_q <= '0;
    else if (|leaves && sent_q != '1) sent_q <= sent_q + 3'd1;

    if (rst_n) begin
      Tie: cover (waits == '1 && earlier_q == '0 && leaves[Upstream]);
      UpstreamOvertaken: cover (overtaken_q[Upstream] == 2'd1 && leaves[Upstream]);
      LongMessageBesideHeader: cover (sent_q == 3'd3 && tag.tail && |leaves && waits != '0);
      SingleFlit: cover (leaves[Local] && tag.head && tag.tail);
      FullBuffers: cover (32'(level_q[0]) == Depth && 32'(level_q[1]) == Depth);
      FollowedLeaves: cover (gen_side[0].followed_q && !gen_side[0].inside_q &&
                             gen_side[1].followed_q && !gen_side[1].inside_q);
      if (Refill) Refilled: cover (32'(level_q[0]) == Depth && enters[0]);
    end
  end

endmodule
