// SPDX-License-Identifier: Apache-2.0
//
// Types and functions of an InfiniBand mesh (Zhou, Liu, Chung, "Hardware Supported Multicast in 2-D
// Mesh InfiniBand Networks"; docs/iba.md): ports, header, tables, switch numbers.
//
// Switches are numbered column by column: x * rows + y; the LID is one more. Port 1 leads
// to x + 1, port 2 to y + 1, ports 3 and 4 back; link 4 * switch + port - 1 is the one out of it.
`ifndef IBA_PKG_SV_
`define IBA_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package iba_pkg;

  // Position of a flit in its packet. A packet of one flit is both head and tail.
  typedef logic [1:0] flit_tag_t;
  localparam int Head = 0;
  localparam int Tail = 1;

  // Ports of a switch; a set of them has a bit for each.
  localparam int Endpoint = 0;
  localparam int East     = 1;
  localparam int North    = 2;
  localparam int West     = 3;
  localparam int South    = 4;
  localparam int Ports    = 5;
  localparam int Links    = 4;
  typedef logic [Ports-1:0] ports_t;

  // Header, from bit 0 of the data lines upwards. Bits from LastOffset to 63 are spare if terminals
  // send packets; higher bits are the sender's.
  localparam int LaneOffset         = 0;
  localparam int ServiceLevelOffset = 4;
  localparam int DestinationOffset  = 8;
  localparam int SourceOffset       = 24;
  localparam int LengthOffset       = 40;
  localparam int LaneFieldWidth     = 4;
  typedef logic [3:0]  level_t;
  typedef logic [15:0] lid_t;
  localparam int LengthWidth = 12;
  typedef logic [LengthWidth-1:0] length_t;  // data flits after the header
  localparam int HeaderWidth = 64;

  // If endpoints cut messages into packets, a terminal's header has the message's length, a
  // place_t, from LengthOffset on, and each packet's header has these fields; bit 63 is spare.
  localparam int LastOffset       = 52;  // the message's last packet
  localparam int StreamOffset     = 53;
  localparam int NumberOffset     = 55;
  localparam int IdentifierOffset = 64;  // the sender's, the same in all packets
  typedef logic [1:0]  stream_t;      // virtual lane of the source's injection
  typedef logic [7:0]  number_t;      // packet of the message, from 0 on
  typedef logic [23:0] identifier_t;
  typedef logic [12:0] place_t;       // data flit of a message, from 0 on; its data flits
  localparam int MostPackets = 256;

  // With a hop limit, the links that a packet has taken; senders write 0.
  localparam int HopsOffset = 88;
  localparam int HopsWidth  = 8;
  typedef logic [HopsWidth-1:0] hops_t;

  localparam lid_t FirstMulticast = 16'hc000;

  // A switch's tables, in the order of their addresses.
  typedef logic [1:0]  table_t;
  typedef logic [15:0] entry_t;
  localparam table_t Forwarding = 2'd0;
  localparam table_t Multicast  = 2'd1;
  localparam table_t Lanes      = 2'd2;
  localparam table_t Counters   = 2'd3;
  localparam int Levels       = 16;
  localparam int PortsOfLanes = 8;  // entries of a level, of which five are used
  localparam logic [2:0] UnknownPort = 3'd7;
  typedef logic [4:0] value_t;  // the widest value of these tables

  // VL arbitration: an entry of a port's tables, its limit of high priority, and their place among
  // the entries of the table that has the counters.
  typedef logic [7:0] weight_t;
  typedef logic [7:0] limit_t;
  typedef struct packed {
    weight_t    weight;
    logic [3:0] lane;
  } turn_t;
  typedef struct packed {
    logic [4:0] spare;   // 0
    logic [2:0] port;
    logic [1:0] which;   // high priority, low priority, limit
    logic [5:0] number;
  } arbitration_entry_t;
  localparam entry_t ArbitrationOffset = 16'h8000;
  localparam limit_t NoLimit = 8'd255;

  // Causes on an endpoint's error port; a bit mask; bit 1 is unused here.
  localparam int ErrorOrder    = 0;  // data without header, header inside a packet
  localparam int ErrorLength   = 2;  // length differs from the header's, or is too long
  localparam int ErrorRoute    = 3;  // the switch has no route for a packet
  localparam int ErrorSequence = 4;  // packets of a message missing or out of order
  localparam int ErrorLifetime = 5;  // the switch discards a packet that has waited too long
  localparam int ErrorWidth    = 6;

  // Bundles of ports. A flit without its virtual lane and its data:
  typedef struct packed {
    logic      valid;
    flit_tag_t tag;
  } flit_info_t;

  // A delivered flit, with its place in the message (iba_reassembler).
  typedef struct packed {
    logic      valid;
    flit_tag_t tag;
    place_t    place;
    logic      first;
    logic      last;
  } arrival_t;

  typedef struct packed {
    logic [7:0]            count;
    logic [ErrorWidth-1:0] causes;
  } errors_t;

  // An APB slave's inputs and outputs.
  typedef struct packed {
    logic        sel;
    logic        enable;
    logic        write;
    logic [17:0] addr;
    logic [31:0] wdata;
  } apb_request_t;

  typedef struct packed {
    logic [31:0] rdata;
    logic        ready;
    logic        slverr;
  } apb_response_t;

  // In-band management: a subnet management packet is a flit on the data lines of a link, from bit
  // 0 upwards, with its path above. A hop is the number of a port less one; the next hop of a
  // request is the lowest one of its path, that of a response the highest.
  localparam int HopWidth      = 2;
  localparam int HopCountWidth = 6;
  typedef logic [HopWidth-1:0]      hop_t;
  typedef logic [HopCountWidth-1:0] hop_count_t;
  typedef struct packed {
    hop_count_t  hops_done;  // between the packet and the manager
    hop_count_t  hops_left;
    logic        error;      // of the transfer, as of its response:
    logic        response;
    logic        write;
    logic [17:0] address;
    logic [31:0] data;       // to write, or read
  } smp_t;
  localparam int PathOffset = 2 * HopCountWidth + 3 + 18 + 32;  // bits of an smp_t

  // Limits of the parameters.
  localparam int MaxSwitches = 16384;  // 14 bits of a management address
  localparam int MaxGroups   = 4096;
  localparam int MaxFlits    = 1 << LengthWidth;  // of a packet, header included
  localparam int MaxAge      = 65535;
  localparam int MaxLifetime = 65535;
  localparam int MaxHops     = 255;
  localparam int MaxTurns    = 64;   // entries of an arbitration table
  localparam int MaxTurnUnit = 8;  // flits of a weight of 1

  function automatic bit lanes_legal(int unsigned virtual_lanes);
    lanes_legal = virtual_lanes == 1 || virtual_lanes == 2 || virtual_lanes == 4;
  endfunction

  // The configuration of a switch: one parameter of the modules below the network's top.
  typedef struct packed {
    int unsigned VirtualLanes;  // 1, 2 or 4
    bit          AllOrNothing;  // multicast packets start on all their outputs at once
    int unsigned Depth;         // flits of a virtual lane's buffer, at least Longest
    int unsigned Longest;       // flits of the largest packet, header included, 1 to MaxFlits
    int unsigned Mtu;           // data flits of the endpoints' packets: 2^n, or 0
    int unsigned Age;           // cycles (iba_age_timer), 1 to MaxAge
    int unsigned Lifetime;      // cycles without progress before a discard, to MaxLifetime, or 0
    int unsigned HopLimit;      // links that a packet may take, to MaxHops, or 0: any number
    bit          InBand;        // links carry subnet management packets, too (iba_agent)
    int unsigned ArbitrationEntries;  // of each arbitration table, to MaxTurns; 0: round robin
    int unsigned Lids;          // entries of the forwarding table, below FirstMulticast
    int unsigned Groups;        // entries of the multicast table, 1 to MaxGroups
    int unsigned FlitWidth;     // data bits of a flit, at least HeaderWidth
  } config_t;

  function automatic config_t default_config();
    default_config.VirtualLanes = 2;
    default_config.AllOrNothing = 1'b0;
    default_config.Depth        = 9;
    default_config.Longest      = 9;
    default_config.Mtu          = 0;
    default_config.Age          = 256;
    default_config.Lifetime     = 0;
    default_config.HopLimit     = 0;
    default_config.InBand       = 1'b0;
    default_config.ArbitrationEntries = 0;
    default_config.Lids         = 17;
    default_config.Groups       = 16;
    default_config.FlitWidth    = 128;
  endfunction

  // The limits of time and hops, and the width that the count of hops needs.
  function automatic bit limits_legal(int unsigned lifetime, int unsigned hop_limit,
                                      int unsigned flit_width);
    limits_legal = lifetime <= MaxLifetime && hop_limit <= MaxHops &&
                   (hop_limit == 0 || flit_width >= HopsOffset + HopsWidth);
  endfunction

  function automatic bit config_legal(config_t c);
    config_legal = lanes_legal(c.VirtualLanes) && c.Longest >= 1 && c.Longest <= MaxFlits &&
                   c.Depth >= c.Longest && (c.Mtu & (c.Mtu - 1)) == 0 && c.Mtu < MaxFlits &&
                   (c.Mtu == 0 || c.Longest <= c.Mtu + 1) && c.Age >= 1 && c.Age <= MaxAge &&
                   c.Lids >= 1 && c.Lids <= 32'(FirstMulticast) && c.Groups >= 1 &&
                   c.Groups <= MaxGroups && c.FlitWidth >= HeaderWidth &&
                   c.ArbitrationEntries <= MaxTurns &&
                   (!c.InBand || c.FlitWidth >= PathOffset + HopWidth) &&
                   limits_legal(c.Lifetime, c.HopLimit, c.FlitWidth);
  endfunction

  // The length of a path: the hops for which a flit has room.
  function automatic int unsigned path_hops(int unsigned flit_width);
    int unsigned room;
    room = (flit_width - PathOffset) / HopWidth;
    path_hops = room < (1 << HopCountWidth) ? room : (1 << HopCountWidth) - 1;
  endfunction

  // Bits of a subnet management packet.
  function automatic int unsigned smp_width(int unsigned flit_width);
    smp_width = PathOffset + HopWidth * path_hops(flit_width);
  endfunction

  function automatic bit in_band_legal(int unsigned columns, int unsigned rows,
                                       int unsigned flit_width);
    in_band_legal = columns >= 1 && columns <= MaxSwitches && rows >= 1 && rows <= MaxSwitches &&
                    flit_width >= PathOffset + HopWidth &&
                    columns + rows - 2 <= path_hops(flit_width);
  endfunction

  // Flits that a weight of 1 stands for: 64 bytes, at least one flit.
  function automatic int unsigned turn_unit(int unsigned flit_width);
    turn_unit = flit_width < 512 ? 512 / flit_width : 1;
  endfunction

  // Entries of an arbitration table as a port's width, which is never 0.
  function automatic int unsigned turns_of(int unsigned entries);
    turns_of = entries > 0 ? entries : 1;
  endfunction

  // Cycles after a reset in which a switch clears its tables.
  function automatic int unsigned clear_cycles(int unsigned lids, int unsigned groups);
    int unsigned most;
    most = lids > groups ? lids : groups;
    clear_cycles = most > Levels ? most : Levels;
  endfunction

  function automatic bit has_link(int unsigned columns, int unsigned rows, int unsigned number,
                                  int unsigned port);
    case (port)
      East:    has_link = number / rows + 1 < columns;
      North:   has_link = number % rows + 1 < rows;
      West:    has_link = number / rows > 0;
      South:   has_link = number % rows > 0;
      default: has_link = 1'b0;
    endcase
  endfunction

  // The ports of a switch that are connected.
  function automatic ports_t used_ports(int unsigned columns, int unsigned rows,
                                        int unsigned number);
    used_ports = {has_link(columns, rows, number, South), has_link(columns, rows, number, West),
                  has_link(columns, rows, number, North), has_link(columns, rows, number, East),
                  1'b1};
  endfunction

  // The switch at the other end of a port's link; there the link is at the opposite port.
  function automatic int unsigned neighbour(int unsigned rows, int unsigned number,
                                            int unsigned port);
    case (port)
      East:    neighbour = number + rows;
      North:   neighbour = number + 1;
      West:    neighbour = number - rows;
      South:   neighbour = number - 1;
      default: neighbour = number;
    endcase
  endfunction

  function automatic int unsigned opposite(int unsigned port);
    opposite = (port + 1) % 4 + 1;
  endfunction

endpackage

`endif
