// Two stages of an m-way channel, as properties for a model checker (docs/mway-pipelined.md):
// what was decided from Stat two cycles ago still holds when the flit is on the lines.
//
// Two drivers, each with its channel arbiter and its stages; receivers of number 0 and 1 are routers,
// 2 is a processor. The rest is free: which flits come to the fronts of the buffers, how many flits
// a free buffer still holds, when receivers pop, free a buffer or stall. Stat is exact.
module mway_stages_formal
  import mway_pkg::*;
#(
  parameter int unsigned Buffers = 2,
  localparam int unsigned Drivers = 2,
  localparam int unsigned Routers = 2
) (
  input logic                                 clk_i,
  // A flit arrives, a header for that way or data.
  input logic [Drivers-1:0][Buffers-1:0]      arrives_i,
  input logic [Drivers-1:0]                   header_i,
  input logic [Drivers-1:0][1:0]              way_i,
  // The receiving buffer of a message pops; the buffer that takes a header holds a flit already.
  input logic [Drivers-1:0][Buffers-1:0]      pops_i,
  input logic                                 residue_i,
  input logic [Routers-1:0]                   frees_i,
  input logic                                 stall_i
);

  localparam logic [1:0] Depth     = 2'd2;  // of a receiving buffer, and of a queue below
  localparam logic [1:0] Processor = 2'd2;  // its way

  // One cycle of reset.
  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  // Queues of two flits; of data the target is that of the header before.
  logic [Drivers-1:0][Buffers-1:0]           front_q, next_q;                // there is one
  logic [Drivers-1:0][Buffers-1:0]           front_header_q, next_header_q;
  logic [Drivers-1:0][Buffers-1:0][1:0]      front_way_q, next_way_q, target_q, level_q;
  logic [Drivers-1:0][Buffers-1:0]           sending, opened_q, was_header_q, push;
  logic [Drivers-1:0]                        request, enable, po1, po0;
  logic [Routers-1:0][1:0]                   free_q;
  logic                                      stall_q;
  logic [3:0]                                available;  // by way; the last one does not exist

  // The flit on the lines.
  logic       driven, header, to_processor, taken, fills;
  logic [1:0] to, level;

  assign available = {1'b0, !stall_q, free_q[1] != '0, free_q[0] != '0};

  always_comb begin
    header = 1'b0;
    to     = '0;
    level  = '0;
    for (int d = 0; d < Drivers; d++) begin
      for (int b = 0; b < Buffers; b++) begin
        if (sending[d][b]) begin
          header = header | front_header_q[d][b];
          to     = to | (front_header_q[d][b] ? front_way_q[d][b] : target_q[d][b]);
          level  = level | (front_header_q[d][b] ? {1'b0, residue_i} : level_q[d][b]);
        end
      end
    end
  end

  assign driven       = |sending;
  assign to_processor = to == Processor;
  assign taken        = !(to_processor && stall_q);
  assign fills        = !to_processor && level + 2'd1 == Depth;

  for (genvar d = 0; d < Drivers; d++) begin : gen_driver
    flit_info_t [Buffers-1:0] front, next;
    logic       [Buffers-1:0] receiver_full;

    for (genvar b = 0; b < Buffers; b++) begin : gen_buffer
      logic leaves;
      assign leaves = sending[d][b] && taken;
      assign push[d][b] = arrives_i[d][b] && !next_q[d][b];

      assign front[b] = '{age: '0, tag: !front_q[d][b] ? TagInvalid :
                                        front_header_q[d][b] ? TagHeader : TagBody,
                          way: way_t'(front_way_q[d][b]), buffer_class: 1'b0};
      assign next[b]  = '{age: '0, tag: !next_q[d][b] ? TagInvalid :
                                        next_header_q[d][b] ? TagHeader : TagBody,
                          way: way_t'(next_way_q[d][b]), buffer_class: 1'b0};
      assign receiver_full[b] = target_q[d][b] == Processor ? stall_q : level_q[d][b] == Depth;

      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          front_q[d][b]      <= 1'b0;
          next_q[d][b]       <= 1'b0;
          opened_q[d][b]     <= 1'b0;
          was_header_q[d][b] <= 1'b0;
          level_q[d][b]      <= '0;
          target_q[d][b]     <= '0;
        end else begin
          if (leaves || !front_q[d][b]) begin
            front_q[d][b]        <= next_q[d][b] || push[d][b];
            front_header_q[d][b] <= next_q[d][b] ? next_header_q[d][b] : header_i[d];
            front_way_q[d][b]    <= next_q[d][b] ? next_way_q[d][b] : way_i[d];
            next_q[d][b]         <= 1'b0;
          end else if (push[d][b]) begin
            next_q[d][b]        <= 1'b1;
            next_header_q[d][b] <= header_i[d];
            next_way_q[d][b]    <= way_i[d];
          end
          if (push[d][b]) begin
            opened_q[d][b]     <= 1'b1;
            was_header_q[d][b] <= header_i[d];
          end
          if (leaves && front_header_q[d][b]) target_q[d][b] <= front_way_q[d][b];
          if (leaves) begin
            level_q[d][b] <= level + 2'd1 - 2'(pops_i[d][b] && level != '0);
          end else if (pops_i[d][b] && level_q[d][b] != '0) begin
            level_q[d][b] <= level_q[d][b] - 2'd1;
          end
          // A message begins with its header and has data.
          Messages: assume (!push[d][b] || (header_i[d] ? !was_header_q[d][b] : opened_q[d][b]));
        end
      end
    end

    mway_stages #(
      .Lines  (2),
      .Buffers(Buffers)
    ) u_stages (
      .clk_i          (clk_i),
      .rst_ni         (rst_n),
      .front_i        (front),
      .next_i         (next),
      .available_i    ({4'b0, available}),
      .receiver_full_i(receiver_full),
      .channel_i      ('{age: '0, tag: !driven ? TagInvalid : header ? TagHeader : TagBody,
                         way: way_t'(to), buffer_class: 1'b0}),
      .enable_i       (enable[d]),
      .taken_i        (taken),
      .fills_i        (fills),
      .request_o      (request[d]),
      .choice_o       (),
      .sending_o      (sending[d])
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
      .s1_i     (|po1),
      .s0_i     (|po0),
      .po3_o    (),
      .po2_o    (),
      .po1_o    (po1[d]),
      .po0_o    (po0[d]),
      .driver_o (),
      .enable_o (enable[d])
    );

    always_ff @(posedge clk_i) begin
      if (rst_n) WayExists: assume (way_i[d] <= Processor);
    end
  end

  for (genvar r = 0; r < Routers; r++) begin : gen_router
    logic enters;
    assign enters = driven && header && to == 2'(r);

    always_ff @(posedge clk_i) begin
      if (!rst_n) free_q[r] <= 2'd2;
      else        free_q[r] <= free_q[r] - 2'(enters) + 2'(frees_i[r] && free_q[r] != 2'd2);
      if (rst_n) HeaderFindsBuffer: assert (!enters || free_q[r] != '0);
    end
  end

  always_ff @(posedge clk_i) stall_q <= rst_n && stall_i;

  logic driven_q, header_q;
  always_ff @(posedge clk_i) begin
    driven_q <= rst_n && driven;
    header_q <= rst_n && driven && header;
    if (rst_n) begin
      DataFindsRoom: assert (!driven || header || to_processor || level != Depth);
      SendsWhatItHas: assert ((sending & ~front_q) == '0);
      OneSends: assert ($onehot0(sending));
      Refused: cover (driven && !taken);
      NoGap: cover (driven_q && driven && !header);
      Fills: cover (driven && fills && !header);
      LastBuffer: cover (driven && header && to == '0 && free_q[0] == 2'd1);
    end
  end

  // Headers are never in adjacent cycles.
  always_ff @(posedge clk_i) if (rst_n) HeadersApart: assert (!(header_q && driven && header));

endmodule
