// The slots of rtl/stream/stream_reassembly.sv, for any interleaving and any TREADY: every message
// leaves once, whole, unchanged, and without waiting for anything but m_axis. The source of a
// message is its slot here, by which the output is told apart.
module stream_reassembly_formal #(
  parameter int unsigned Width    = 1,
  parameter int unsigned MaxWords = 2,
  parameter int unsigned Slots    = 2
) (
  input logic             clk_i,
  input logic             valid_i,
  input logic [0:0]       slot_i,
  input logic [Width-1:0] data_i,
  input logic             last_i,
  input logic             ready_i,
  // Whether to track the word that is taken now.
  input logic             follow_i
);

  localparam int unsigned CountWidth = wf_pkg::count_width(MaxWords);
  localparam int unsigned LevelWidth = wf_pkg::count_width((Slots + 1) * MaxWords);

  // One cycle of reset.
  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic             ready, valid, last;
  logic [Width-1:0] data;
  logic [15:0]      source;
  logic [Slots-1:0] sent;

  stream_reassembly #(
    .Width   (Width),
    .MaxWords(MaxWords),
    .Slots   (Slots)
  ) u_reassembly (
    .clk_i          (clk_i),
    .rst_ni         (rst_n),
    .valid_i        (valid_i),
    .ready_o        (ready),
    .slot_i         (slot_i),
    .place_i        ('0),
    .source_i       (16'(slot_i)),
    .data_i         (data_i),
    .last_i         (last_i),
    .sent_o         (sent),
    .m_axis_tvalid_o(valid),
    .m_axis_tready_i(ready_i),
    .m_axis_tdata_o (data),
    .m_axis_tid_o   (source),
    .m_axis_tlast_o (last)
  );

  stream_checker #(
    .Width   (Width),
    .MaxWords(MaxWords)
  ) u_checker (
    .clk_i   (clk_i),
    .rst_ni  (rst_n),
    .tvalid_i(valid),
    .tready_i(ready_i),
    .tdata_i (data),
    .tdest_i (source),
    .tlast_i (last)
  );

  logic                  push, out;
  logic [CountWidth-1:0] count_q [Slots];  // words of the incomplete messages
  logic [LevelWidth-1:0] level_q;          // words of complete messages that are not out
  // One arbitrary word: what it is; words of its message that are out.
  logic                  followed_q, inside_q, last_q;
  logic [0:0]            slot_q;
  logic [Width-1:0]      word_q;
  logic [CountWidth-1:0] place_q, out_q;
  logic                  old_q;  // the slot's previous message has its last word on m_axis still
  logic                  mine;   // a word of the followed message is on m_axis

  assign push = valid_i && ready;
  assign out  = valid && ready_i;
  assign mine = inside_q && !old_q && valid && source == 16'(slot_q);

  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      for (int s = 0; s < Slots; s++) count_q[s] <= '0;
      level_q    <= '0;
      followed_q <= 1'b0;
      inside_q   <= 1'b0;
      old_q      <= 1'b0;
    end else begin
      if (push) count_q[slot_i] <= last_i ? '0 : count_q[slot_i] + CountWidth'(1);
      level_q <= level_q + (push && last_i ? LevelWidth'(count_q[slot_i]) + LevelWidth'(1) : '0) -
                 LevelWidth'(out);
      if (!followed_q) begin
        followed_q <= push && follow_i;
        inside_q   <= push && follow_i;
        slot_q     <= slot_i;
        word_q     <= data_i;
        last_q     <= last_i;
        place_q    <= count_q[slot_i];
        out_q      <= '0;
        old_q      <= valid && !ready_i && source == 16'(slot_i);
      end else begin
        if (out) old_q <= 1'b0;
        if (mine && out) begin
          out_q <= out_q + CountWidth'(1);
          if (out_q == place_q) inside_q <= 1'b0;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      UserKeepsLength: assume (!valid_i || 32'(count_q[slot_i]) + 1 < MaxWords || last_i);

      ReassemblyNothingInvented: assert (!valid || level_q != '0);
      ReassemblyWordUnchanged: assert (!(mine && out_q == place_q) ||
                                       (data == word_q && last == last_q));

      AllWait: cover (level_q == LevelWidth'((Slots + 1) * MaxWords - 1));
      FollowedLeaves: cover (followed_q && !inside_q && place_q != '0);
    end
  end

  // A complete message is on m_axis two cycles later, unless another message is there.
  logic waits_q;
  always_ff @(posedge clk_i) begin
    waits_q <= rst_n && level_q > LevelWidth'(out);
    if (rst_n) ReassemblyWorkConserving: assert (!waits_q || valid);
  end

endmodule
