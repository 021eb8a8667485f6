// Deadlines on a line of the paper: Hosts senders, the switches of linear_switch.sv, a server that
// is always ready. Every phase below the period is possible, so a property proved here holds for
// all phases and all time; with Sporadic, for all releases that are a period apart or more.
//
// A host releases a message of Flits[h] flits every Period[h] cycles, or then in a cycle of its
// choice, and sends its messages one after another. Response: the cycle in which the tail reaches
// the server less that of the release, as in sim/family/linear/periodic_hosts.hpp. The counters are
// as wide as these small numbers need.
module linear_line_formal
  import linear_pkg::*;
#(
  parameter int unsigned Hosts         = 2,
  parameter int unsigned Depth         = 1,
  parameter bit          Refill        = 1'b1,
  parameter bit          UpstreamFirst = 1'b0,
  parameter bit          Sporadic      = 1'b0,
  // Host 0, next to the server, is the rightmost byte.
  parameter bit [Hosts-1:0][7:0] Flits    = '0,
  parameter bit [Hosts-1:0][7:0] Period   = '0,
  parameter bit [Hosts-1:0][7:0] Deadline = '0
) (
  input logic                  clk_i,
  // Cycles since the release that would precede the first; read in reset.
  input logic [Hosts-1:0][7:0] since_i,
  input logic [Hosts-1:0]      demand_i  // with Sporadic
);

  localparam int unsigned FlitWidth = wf_pkg::index_width(Hosts);

  // One cycle of reset.
  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  // The line: switch s is fed by its host and, except the last, by switch s + 1.
  logic      [Hosts-1:0]                host_valid, host_ready;
  flit_tag_t [Hosts-1:0]                host_tag;
  logic      [Hosts:0]                  valid, ready;
  flit_tag_t [Hosts:0]                  tag;
  logic      [Hosts:0][FlitWidth-1:0]   data;

  assign ready[0]     = 1'b1;
  assign valid[Hosts] = 1'b0;
  assign tag[Hosts]   = '0;
  assign data[Hosts]  = '0;

  logic [Hosts-1:0] arrives;  // the tail of this host's message, at the server

  for (genvar h = 0; h < Hosts; h++) begin : gen_host
    localparam int unsigned CountWidth = wf_pkg::index_width(32'(Period[h]));
    localparam int unsigned SentWidth  = wf_pkg::index_width(32'(Flits[h]));
    typedef logic [CountWidth-1:0] count_t;
    typedef logic [SentWidth-1:0]  sent_t;

    logic unused_owner;

    linear_switch #(
      .FlitWidth    (FlitWidth),
      .Depth        (Depth),
      .Refill       (Refill),
      .UpstreamFirst(UpstreamFirst)
    ) u_switch (
      .clk_i  (clk_i),
      .rst_ni (rst_n),
      .valid_i({valid[h+1], host_valid[h]}),
      .tag_i  ({tag[h+1], host_tag[h]}),
      .data_i ({data[h+1], FlitWidth'(h)}),
      .ready_o({ready[h+1], host_ready[h]}),
      .valid_o(valid[h]),
      .tag_o  (tag[h]),
      .data_o (data[h]),
      .ready_i(ready[h]),
      .owner_o(unused_owner)
    );

    assign arrives[h] = valid[0] && tag[0].tail && data[0] == FlitWidth'(h);

    // Cycles since the last release, or 0 if a message is due.
    count_t since_q;
    logic   releases;
    assign releases = since_q == '0 && (!Sporadic || demand_i[h]);

    // Released messages: not yet fully sent, not yet arrived. 3 means too many.
    logic [1:0] unsent_q, unsent, underway_q, underway;
    sent_t      sent_q;  // flits of the message being sent
    logic       sends, ends;

    assign unsent        = unsent_q + 2'(releases);
    assign underway      = underway_q + 2'(releases);
    assign host_valid[h] = unsent != '0;
    assign host_tag[h]   = '{head: sent_q == '0, tail: 32'(sent_q) == 32'(Flits[h]) - 32'd1};
    assign sends         = host_valid[h] && host_ready[h];
    assign ends          = sends && host_tag[h].tail;

    always_ff @(posedge clk_i) begin
      if (!rst_n) begin
        since_q    <= count_t'(since_i[h]);
        unsent_q   <= '0;
        underway_q <= '0;
        sent_q     <= '0;
      end else begin
        since_q    <= (since_q == '0 && !releases) ||
                      32'(since_q) == 32'(Period[h]) - 32'd1 ? '0 : since_q + count_t'(1);
        unsent_q   <= unsent - 2'(ends);
        underway_q <= underway - 2'(arrives[h]);
        if (sends) sent_q <= ends ? '0 : sent_q + sent_t'(1);
      end
    end

    // Age of the oldest message in flight.
    logic [9:0] age;
    if (Sporadic) begin : gen_sporadic
      // Ages of this message and, if there is one, of the next. They saturate above any deadline.
      logic [7:0] oldest_q, next_q;
      assign age = underway_q == '0 ? '0 : 10'(oldest_q);
      always_ff @(posedge clk_i) begin
        next_q   <= releases ? 8'd1 : next_q + 8'(next_q != '1);
        oldest_q <= underway_q == '0 ? 8'd1
                    : arrives[h]     ? (underway_q == 2'd1 ? 8'd1 : next_q + 8'(next_q != '1))
                                     : oldest_q + 8'(oldest_q != '1);
      end
    end else begin : gen_periodic
      assign age = 10'(since_q) + ((underway == 2'd2) ? 10'(Period[h]) : 10'd0);
    end

    always_ff @(posedge clk_i) begin
      PhaseBelowPeriod: assume (rst_n || since_i[h] < Period[h]);
      if (rst_n) begin
        CountsSuffice: assert (underway != 2'd3 && unsent != 2'd3);
        DeadlineMet: assert (underway == '0 || age <= 10'(Deadline[h]));
        // The bound is attained, so a smaller one would not hold.
        DeadlineReached: cover (arrives[h] && age == 10'(Deadline[h]));
      end
    end
  end

endmodule
