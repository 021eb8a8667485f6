// SPDX-License-Identifier: Apache-2.0
//
// Makes a packet of InfiniBand as it is on a link, word by word, from its header's fields and its
// payload.
//
// Parameters: MaxBytes, the largest payload: the MTU, to 4096.
// A request is held until it is taken with the packet's last word. Of header_i the fields that
// follow from the rest are not used: versions, LNH, GRH next header, both lengths, padding, spare
// bits, and without global_i the whole GRH. bytes_i is the length of the payload, which comes as
// words, the first byte in bits 7 to 0; what it has beyond bytes_i is sent as zeros.
// last_o marks the VCRC, whose bits 31 to 16 are 0 and not part of the packet.
// Latency: none; a packet of n payload words takes 5 + n + 1 + 1 words, 10 more with a GRH.
// Throughput: a word per cycle, packets without a gap.
// Illegal: a payload larger than MaxBytes; the request is taken at once with refused_o, and no word
// is sent or taken. Requests and words that change before they are taken are not defined.
// Combinational paths:
//   header_i, global_i, bytes_i -> word_o
//   request_valid_i, bytes_i -> word_valid_o, request_ready_o, refused_o
//   word_ready_i -> request_ready_o, data_ready_o
//   data_valid_i -> word_valid_o
//   data_i -> word_o
`ifndef IBA_WIRE_ENCODER_SV_
`define IBA_WIRE_ENCODER_SV_
`include "wayfarer_assert.svh"

module iba_wire_encoder
  import iba_wire_pkg::*;
#(
  parameter int unsigned MaxBytes = LargestMtu
) (
  input  logic    clk_i,
  input  logic    rst_ni,
  input  logic    request_valid_i,
  output logic    request_ready_o,
  output logic    refused_o,
  input  header_t header_i,
  input  logic    global_i,
  input  bytes_t  bytes_i,
  input  logic    data_valid_i,
  output logic    data_ready_o,
  input  word_t   data_i,
  output logic    word_valid_o,
  input  logic    word_ready_i,
  output word_t   word_o,
  output logic    last_o
);

  `WF_ASSERT_STATIC(IbaWireEncoderLegal, MaxBytes <= LargestMtu)

  typedef enum logic [1:0] {Header, Payload, Icrc, Vcrc} part_e;

  part_e  part_q;
  place_t place_q;  // of the header
  words_t left_q;   // words of the payload to come
  words_t words;
  logic   begins, fits, moves;

  assign words  = words_t'((bytes_i + bytes_t'(3)) >> 2);
  assign begins = part_q == Header && place_q == '0;
  assign fits   = 32'(bytes_i) <= MaxBytes;
  assign moves  = word_valid_o && word_ready_i;

  assign refused_o       = request_valid_i && begins && !fits;
  assign request_ready_o = refused_o || (last_o && word_ready_i);
  assign data_ready_o    = part_q == Payload && word_ready_i;
  assign last_o          = part_q == Vcrc;

  always_comb begin
    case (part_q)
      Header:  word_valid_o = request_valid_i && (!begins || fits);
      Payload: word_valid_o = data_valid_i;
      default: word_valid_o = 1'b1;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      part_q  <= Header;
      place_q <= '0;
    end else if (moves) begin
      case (part_q)
        Header: begin
          place_q <= next_place(place_q, global_i);
          if (place_q == place_t'(HeaderWords - 1)) begin
            place_q <= '0;
            part_q  <= words == '0 ? Icrc : Payload;
          end
        end
        Payload: if (left_q == words_t'(1)) part_q <= Icrc;
        Icrc:    part_q <= Vcrc;
        default: part_q <= Header;
      endcase
    end
  end
  always_ff @(posedge clk_i) begin
    if (part_q == Header) left_q <= words;
    else if (moves)       left_q <= left_q - words_t'(1);
  end

  // The header with all its fields, and the words of the packet.
  header_t     header;
  word_t       header_words [HeaderWords];
  word_t       payload;
  logic [31:0] icrc;
  logic [15:0] vcrc;

  always_comb begin
    header                   = header_i;
    header.link_version      = '0;
    header.spare             = '0;
    header.next              = global_i ? NextGlobal : NextLocal;
    header.more_spare        = '0;
    header.length            = minimum(global_i) + words;
    header.global_version    = GlobalVersion;
    header.payload_length    = 16'({words + words_t'(4), 2'b00});
    header.global_next       = GlobalNext;
    header.pad               = 2'd0 - bytes_i[1:0];
    header.transport_version = '0;
    header.last_spare        = '0;
  end

  for (genvar w = 0; w < HeaderWords; w++) begin : gen_word
    assign header_words[w] = swapped(header[32 * (HeaderWords - 1 - w) +: 32]);
  end

  always_comb begin
    payload = data_i;
    for (int unsigned b = 1; b < 4; b++)
      if (left_q == words_t'(1) && bytes_i[1:0] != '0 && b >= 32'(bytes_i[1:0]))
        payload[8*b +: 8] = '0;
  end

  always_comb begin
    case (part_q)
      Header:  word_o = header_words[place_q];
      Payload: word_o = payload;
      Icrc:    word_o = icrc;
      default: word_o = word_t'(vcrc);
    endcase
  end

  iba_crc #(
    .Width     (32),
    .Polynomial(IcrcPolynomial)
  ) u_icrc (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .clear_i(moves && last_o),
    .take_i (moves),
    .word_i (part_q == Header ? word_o | variant_bits(place_q, global_i) : word_o),
    .crc_o  (icrc)
  );

  iba_crc #(
    .Width     (16),
    .Polynomial(VcrcPolynomial)
  ) u_vcrc (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .clear_i(moves && last_o),
    .take_i (moves),
    .word_i (word_o),
    .crc_o  (vcrc)
  );

  `WF_ASSERT_STABLE(IbaWireEncoderWordHeld, word_valid_o && !word_ready_i,
                    {word_valid_o, last_o, word_o})
  `WF_ASSERT(IbaWireEncoderPayloadLeft, part_q != Payload || left_q != '0)
  `WF_ASSERT(IbaWireEncoderRequestStays, begins || request_valid_i)

endmodule

`endif
