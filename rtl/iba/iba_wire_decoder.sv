// SPDX-License-Identifier: Apache-2.0
//
// Checks a packet of InfiniBand as it is on a link, word by word, and takes it apart: the payload
// as it comes, then header and verdict.
//
// Parameters: MaxBytes, the largest payload: the MTU, to 4096.
// last_i marks the last word, of which bits 15 to 0 are the VCRC and the others are not used. The
// payload passes with its padding, before the checksums are known.
// packet_o: a packet has ended in the cycle before; its errors, kind, header and the bytes of its
// payload, which are right if errors_o has no length. The GRH counts with global_o only, and of raw
// packets only the LRH.
// The VCRC is checked in every packet, the ICRC if the length is right, versions and kind if the
// headers are complete. PktLen must be the number of words before the VCRC; the GRH's payload
// length is not checked. Raw packets (LNH 0, 1) have the errors of their kind and of the VCRC only.
// Latency: none for the payload, 1 cycle after the last word for the rest. Throughput: a word a
// cycle.
// Illegal: no input; packets that are too long or too short end with their last word.
// Combinational paths:
//   word_valid_i, last_i -> data_valid_o
//   word_i -> data_o
//   last_i, data_ready_i -> word_ready_o
`ifndef IBA_WIRE_DECODER_SV_
`define IBA_WIRE_DECODER_SV_
`include "wayfarer_assert.svh"

module iba_wire_decoder
  import iba_wire_pkg::*;
#(
  parameter int unsigned MaxBytes = LargestMtu
) (
  input  logic    clk_i,
  input  logic    rst_ni,
  input  logic    word_valid_i,
  output logic    word_ready_o,
  input  word_t   word_i,
  input  logic    last_i,
  output logic    data_valid_o,
  input  logic    data_ready_i,
  output word_t   data_o,
  output logic    packet_o,
  output errors_t errors_o,
  output header_t header_o,
  output logic    global_o,
  output bytes_t  bytes_o
);

  `WF_ASSERT_STATIC(IbaWireDecoderLegal, MaxBytes <= LargestMtu)

  localparam words_t MaxWords = words_t'((MaxBytes + 3) / 4);

  // Rest: words of a packet that is raw or too long.
  typedef enum logic [2:0] {Header, Payload, Icrc, Vcrc, Rest} part_e;

  part_e  part_q;
  place_t place_q;  // of the header
  words_t left_q;   // words of the payload to come
  logic   is_payload, takes, ends;

  assign is_payload   = part_q == Payload && !last_i;
  assign word_ready_o = !is_payload || data_ready_i;
  assign data_valid_o = is_payload && word_valid_i;
  assign data_o       = word_i;
  assign takes        = word_valid_i && word_ready_o;
  assign ends         = takes && last_i;

  // The headers; those of a packet stay until the next one's first word.
  word_t   header_q [HeaderWords];
  header_t header;

  for (genvar w = 0; w < HeaderWords; w++) begin : gen_header
    always_ff @(posedge clk_i) begin
      if (takes && !last_i && part_q == Header && place_q == place_t'(w))
        header_q[w] <= swapped(word_i);
    end
    assign header[32 * (HeaderWords - 1 - w) +: 32] = header_q[w];
  end

  logic   first_global;  // the kind, already in the word that has it
  words_t words;         // of the payload, if PktLen is legal
  logic   raw, fits;

  assign first_global = place_q == '0 ? word_i[9:8] == NextGlobal : global_o;
  assign raw          = !header.next[1];
  assign words        = header.length - minimum(global_o);
  // A PktLen below the minimum makes more words than there can be.
  assign fits         = words <= MaxWords && (words != '0 || header.pad == '0);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      part_q  <= Header;
      place_q <= '0;
    end else if (ends) begin
      part_q  <= Header;
      place_q <= '0;
    end else if (takes) begin
      case (part_q)
        Header: begin
          place_q <= next_place(place_q, global_o);
          if (place_q == place_t'(GlobalPlace - 1) && raw) part_q <= Rest;
          if (place_q == place_t'(HeaderWords - 1))
            part_q <= !fits ? Rest : words == '0 ? Icrc : Payload;
        end
        Payload: if (left_q == words_t'(1)) part_q <= Icrc;
        Icrc:    part_q <= Vcrc;
        default: part_q <= Rest;
      endcase
    end
  end
  always_ff @(posedge clk_i) begin
    if (part_q == Header) left_q <= words;
    else if (takes)       left_q <= left_q - words_t'(1);
  end

  logic [31:0] icrc;
  logic [15:0] vcrc;

  iba_crc #(
    .Width     (32),
    .Polynomial(IcrcPolynomial)
  ) u_icrc (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .clear_i(ends),
    .take_i (takes),
    .word_i (part_q == Header ? word_i | variant_bits(place_q, first_global) : word_i),
    .crc_o  (icrc)
  );

  iba_crc #(
    .Width     (16),
    .Polynomial(VcrcPolynomial)
  ) u_vcrc (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .clear_i(ends),
    .take_i (takes),
    .word_i (word_i),
    .crc_o  (vcrc)
  );

  // The verdict.
  logic    packet_q, icrc_bad_q, complete;
  errors_t errors, errors_q;

  assign complete = part_q != Header;

  always_comb begin
    errors               = '0;
    errors[ErrorVcrc]    = word_i[15:0] != vcrc;
    errors[ErrorIcrc]    = part_q == Vcrc && icrc_bad_q;
    errors[ErrorLength]  = part_q != Vcrc && !(complete && raw);
    errors[ErrorVersion] = complete && !raw &&
                           (header.link_version != '0 || header.transport_version != '0 ||
                            (global_o && header.global_version != GlobalVersion));
    errors[ErrorKind]    = complete && (raw || (global_o && header.global_next != GlobalNext));
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) packet_q <= 1'b0;
    else         packet_q <= ends;
  end
  always_ff @(posedge clk_i) begin
    if (ends)  errors_q   <= errors;
    if (takes) icrc_bad_q <= word_i != icrc;
  end

  assign packet_o = packet_q;
  assign errors_o = errors_q;
  assign header_o = header;
  assign global_o = header.next == NextGlobal;
  assign bytes_o  = {words, 2'b00} - bytes_t'(header.pad);

  `WF_ASSERT(IbaWireDecoderPayloadLeft, part_q != Payload || left_q != '0)
  `WF_ASSERT_STABLE(IbaWireDecoderWordHeld, word_valid_i && !word_ready_o,
                    {word_valid_i, last_i, word_i})

endmodule

`endif
