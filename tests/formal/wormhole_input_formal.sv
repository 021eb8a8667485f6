// The buffer of rtl/wormhole/wormhole_input.sv on a line of four nodes: flits leave in the order in
// which they came, unchanged, and request_o is the group of an unconnected header at the front. The
// user is free within the contract: it pushes whole messages with room and names a header's group;
// it grants what asks, and pops what is connected.
module wormhole_input_formal
  import mesh_pkg::*;
  import wormhole_pkg::*;
#(
  parameter int unsigned Depth = 2
) (
  input logic       clk_i,
  input logic       push_i,
  input flit_tag_t  tag_i,
  input logic [3:0] data_i,
  input logic       grant_i,
  input logic       pop_i,
  // Whether to track the flit that enters now.
  input logic       follow_i
);

  function automatic config_t make_config();
    make_config            = default_config();
    make_config.Extents    = 64'h0001_0001_0001_0004;
    make_config.Dimensions = 1;
    make_config.Depth      = Depth;
    make_config.FlitWidth  = 4;
  endfunction

  localparam config_t Config = make_config();
  localparam int unsigned Groups     = 3;
  localparam int unsigned CountWidth = wf_pkg::count_width(Depth);

  // One cycle of reset.
  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic              full, occupied;
  flit_tag_t         tag;
  logic [3:0]        data;
  logic [Groups-1:0] route, request;

  wormhole_route #(
    .Mesh(make_mesh(Config.Extents, Config.Dimensions, Config.Torus, Config.Phases))
  ) u_route (
    .clk_i    (clk_i),
    .rst_ni   (rst_n),
    .head_i   (tag_i[Head]),
    .header_i (data_i[2:0]),
    .request_o(route)
  );

  wormhole_input #(
    .Config(Config)
  ) u_input (
    .clk_i     (clk_i),
    .rst_ni    (rst_n),
    .push_i    (push_i),
    .tag_i     (tag_i),
    .data_i    (data_i),
    .group_i   (route),
    .flow_o    (full),
    .request_o (request),
    .granted_i (grant_i),
    .occupied_o(occupied),
    .tag_o     (tag),
    .data_o    (data),
    .pop_i     (pop_i)
  );

  // Flits inside, and one arbitrary flit, tracked from its entry, as in fifo_formal; whether the
  // last flit that entered left its message open; whether the front flit's worm is connected.
  logic [CountWidth-1:0] count_q, before_q;
  logic                  followed_q, inside_q, open_q, connected_q;
  logic [5:0]            flit_q;

  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      count_q     <= '0;
      followed_q  <= 1'b0;
      inside_q    <= 1'b0;
      open_q      <= 1'b0;
      connected_q <= 1'b0;
    end else begin
      count_q     <= count_q + CountWidth'(push_i) - CountWidth'(pop_i);
      connected_q <= (connected_q || grant_i) && !(pop_i && tag[Tail]);
      if (push_i) open_q <= !tag_i[Tail];
      if (!followed_q) begin
        followed_q <= push_i && follow_i;
        inside_q   <= push_i && follow_i;
        before_q   <= count_q - CountWidth'(pop_i);
        flit_q     <= {tag_i, data_i};
      end else if (inside_q && pop_i) begin
        inside_q <= before_q != '0;
        before_q <= before_q - CountWidth'(1);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      UserPushesWithRoom: assume (!push_i || (!full && tag_i[Head] == !open_q));
      UserGrantsRequests: assume (!grant_i || request != '0);
      UserPopsConnected: assume (!pop_i || (occupied && (connected_q || grant_i)));

      InputLevelCounts: assert (full == (32'(count_q) == Depth) && occupied == (count_q != '0));
      InputFlitUnchanged: assert (!(inside_q && before_q == '0) || {tag, data} == flit_q);
      InputRequestsOnce: assert ((request != '0) == (occupied && !connected_q));

      if (Depth > 1) RequestAtOnce: cover ($past(pop_i && tag[Tail]) && request == 3'b010);
      FullOfMessages: cover (full && request == 3'b100 && flit_q[5] && inside_q);
    end
  end

endmodule
