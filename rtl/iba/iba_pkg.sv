// What the modules of an InfiniBand mesh agree on (Zhou, Liu, Chung, "Hardware Supported Multicast
// in 2-D Mesh InfiniBand Networks"; docs/iba.md): ports, header, tables, numbers of switches.
//
// Switches count the rows of a column first: number x * rows + y, and LID one more. Port 1 leads
// to x + 1, port 2 to y + 1, ports 3 and 4 back; link 4 * switch + port - 1 is the one out of it.
package iba_pkg;

  // What a flit is to its packet. A packet of one flit is head and tail at once.
  typedef logic [1:0] flit_tag_t;
  localparam int unsigned Head = 0;
  localparam int unsigned Tail = 1;

  // Ports of a switch; a set of them has a bit for each.
  localparam int unsigned Endpoint = 0;
  localparam int unsigned East     = 1;
  localparam int unsigned North    = 2;
  localparam int unsigned West     = 3;
  localparam int unsigned South    = 4;
  localparam int unsigned Ports    = 5;
  localparam int unsigned Links    = 4;
  typedef logic [Ports-1:0] ports_t;

  // Header, from bit 0 of the data lines upwards. Bits from LastOffset to 63 are spare where
  // terminals send packets, those behind are the sender's.
  localparam int unsigned LaneOffset         = 0;
  localparam int unsigned ServiceLevelOffset = 4;
  localparam int unsigned DestinationOffset  = 8;
  localparam int unsigned SourceOffset       = 24;
  localparam int unsigned LengthOffset       = 40;
  localparam int unsigned LaneFieldWidth     = 4;
  typedef logic [3:0]  level_t;
  typedef logic [15:0] lid_t;
  typedef logic [11:0] length_t;  // data flits behind the header
  localparam int unsigned HeaderWidth = 64;

  // Where endpoints make packets of messages, a terminal's header has the message's length, a
  // place_t, from LengthOffset on, and each packet's header these fields; bit 63 is spare.
  localparam int unsigned LastOffset       = 52;  // the message's last packet
  localparam int unsigned StreamOffset     = 53;
  localparam int unsigned NumberOffset     = 55;
  localparam int unsigned IdentifierOffset = 64;  // the sender's, the same in all packets
  typedef logic [1:0]  stream_t;      // virtual lane of the source's injection
  typedef logic [7:0]  number_t;      // packet of the message, from 0 on
  typedef logic [23:0] identifier_t;
  typedef logic [12:0] place_t;       // data flit of a message, from 0 on; its data flits
  localparam int unsigned MostPackets = 256;

  localparam lid_t FirstMulticast = 16'hc000;

  // A switch's tables, in the order of their addresses.
  typedef logic [1:0]  table_t;
  typedef logic [15:0] entry_t;
  localparam table_t Forwarding = 2'd0;
  localparam table_t Multicast  = 2'd1;
  localparam table_t Lanes      = 2'd2;
  localparam table_t Counters   = 2'd3;
  localparam int unsigned Levels       = 16;
  localparam int unsigned PortsOfLanes = 8;  // entries of a level, of which five are used
  localparam logic [2:0] UnknownPort = 3'd7;
  typedef logic [4:0] value_t;  // the widest value that a table has

  // Causes on an endpoint's error port; a bit mask, of which bit 1 has no meaning here.
  localparam int unsigned ErrorOrder    = 0;  // data without header, header inside a packet
  localparam int unsigned ErrorLength   = 2;  // not as long as its header says, or too long
  localparam int unsigned ErrorRoute    = 3;  // the switch has no way for a packet
  localparam int unsigned ErrorSequence = 4;  // packets of a message missing or out of order
  localparam int unsigned ErrorWidth    = 5;

  // What parameters may be.
  localparam int unsigned MaxSwitches = 16384;  // 14 bits of a management address
  localparam int unsigned MaxGroups   = 4096;
  localparam int unsigned MaxFlits    = 32'd1 << $bits(length_t);  // of a packet, its header too
  localparam int unsigned MaxAge      = 65535;

  function automatic bit lanes_legal(int unsigned virtual_lanes);
    return virtual_lanes == 1 || virtual_lanes == 2 || virtual_lanes == 4;
  endfunction

  // Cycles after a reset in which a switch clears its tables.
  function automatic int unsigned clear_cycles(int unsigned lids, int unsigned groups);
    int unsigned most;
    most = lids > groups ? lids : groups;
    return most > Levels ? most : Levels;
  endfunction

  function automatic bit has_link(int unsigned columns, int unsigned rows, int unsigned number,
                                  int unsigned port);
    case (port)
      East:    return number / rows + 1 < columns;
      North:   return number % rows + 1 < rows;
      West:    return number / rows > 0;
      South:   return number % rows > 0;
      default: return 1'b0;
    endcase
  endfunction

  // The ports of a switch that lead anywhere.
  function automatic ports_t used_ports(int unsigned columns, int unsigned rows,
                                        int unsigned number);
    return {has_link(columns, rows, number, South), has_link(columns, rows, number, West),
            has_link(columns, rows, number, North), has_link(columns, rows, number, East), 1'b1};
  endfunction

  // The switch behind a port that has a link; its own end of that link is the opposite port.
  function automatic int unsigned neighbour(int unsigned rows, int unsigned number,
                                            int unsigned port);
    case (port)
      East:    return number + rows;
      North:   return number + 1;
      West:    return number - rows;
      South:   return number - 1;
      default: return number;
    endcase
  endfunction

  function automatic int unsigned opposite(int unsigned port);
    return (port + 1) % 4 + 1;
  endfunction

endpackage
