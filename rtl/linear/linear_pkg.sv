// SPDX-License-Identifier: Apache-2.0
//
// Types and header layout of the linear client-server network of 2x1 wormhole switches (Yang,
// Gumaste, Lu, Zheng, "Message Scheduling on a Wormhole-Switched Linear Client-Server Network"),
// and the shape of its generalisation to trees.
`ifndef LINEAR_PKG_SV_
`define LINEAR_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package linear_pkg;

  // Position of a flit in its message. A message of one flit is both head and tail.
  typedef struct packed {
    logic tail;
    logic head;
  } flit_tag_t;

  localparam int MaxHosts = 128;

  // Header fields, from bit 0 of the data lines upwards: destination and source terminal (hosts
  // count from 0; the server's number is that of all hosts), then the message's identifier; a flit
  // of 32 bits has its low 16 bits. Data flits carry the identifier in bits 23:0 and their index
  // modulo 256 above.
  localparam int TerminalWidth    = 8;
  localparam int SourceOffset     = TerminalWidth;
  localparam int IdentifierOffset = 2 * TerminalWidth;
  localparam int IdentifierWidth  = 24;
  localparam int IndexOffset      = IdentifierWidth;
  localparam int DataWordWidth    = IndexOffset + 8;
  localparam int HeaderWidth      = IdentifierOffset + IdentifierWidth;
  localparam int MinFlitWidth     = 32;  // holds the terminals and a data word

  // Registers of the interfaces: periods, deadlines and the like, in cycles or flits.
  localparam int CountWidth = 24;

  // Messages of a sporadic sender that its monitor can measure at a time.
  localparam int MaxOutstanding = 4;

  typedef logic [TerminalWidth-1:0]   terminal_t;
  typedef logic [IdentifierWidth-1:0] identifier_t;

  // A host's registers, its monitor's results, and the errors of a stream.
  typedef struct packed {
    logic [CountWidth-1:0] period;
    logic [CountWidth-1:0] length;
    logic [CountWidth-1:0] phase;
    logic [CountWidth-1:0] deadline;
  } schedule_t;

  typedef struct packed {
    logic                  missed;
    logic [CountWidth-1:0] worst;
    logic [CountWidth-1:0] outstanding;
  } watch_t;

  typedef struct packed {
    logic [7:0] count;
    logic [1:0] causes;
  } errors_t;

  // A whole header, or one with a short identifier.
  function automatic bit flit_width_legal(int unsigned flit_width);
    flit_width_legal = flit_width == MinFlitWidth || flit_width >= HeaderWidth;
  endfunction

  // The hosts from 0 on, then the server.
  function automatic int unsigned terminals(int unsigned hosts);
    terminals = hosts + 1;
  endfunction

  function automatic logic [HeaderWidth-1:0] header(terminal_t destination, terminal_t source,
                                                    identifier_t identifier);
    header = {identifier, source, destination};
  endfunction

  // Inputs of a switch and outputs of a branch [II, Figure 1].
  localparam int Local    = 0;  // I^1: the host's side
  localparam int Upstream = 1;  // I^2: the side away from the server

  // Causes on a terminal's error port; a bit mask.
  localparam int ErrorOrder       = 0;  // data without header, header inside a message
  localparam int ErrorDestination = 1;  // no such terminal, or not reached from here

  // The shape of a tree: for every host or switch the input that it feeds, 2 * switch + input.
  // Switch 0 is the root and feeds the server; a switch has a higher number than the one it feeds.
  localparam int TargetWidth = 16;
  typedef logic [MaxHosts-1:0][TargetWidth-1:0] targets_t;

  // The line of the paper: host h on I^1 of switch h, switch s on I^2 of switch s - 1.
  function automatic targets_t line_host_targets();
    for (int unsigned h = 0; h < MaxHosts; h++) line_host_targets[h] = TargetWidth'(2 * h + Local);
  endfunction

  function automatic targets_t line_switch_targets();
    line_switch_targets[0] = '0;
    for (int unsigned s = 1; s < MaxHosts; s++) begin
      line_switch_targets[s] = TargetWidth'(2 * (s - 1) + Upstream);
    end
  endfunction

  // The configuration of both networks except their shape: one parameter of each.
  typedef struct packed {
    int unsigned Hosts;          // 1 to MaxHosts
    int unsigned Switches;       // 1 to MaxHosts
    int unsigned FlitWidth;      // data bits of a flit, at least TerminalWidth
    int unsigned Depth;          // flits of a switch's buffers, at least 1
    bit          Refill;         // linear_switch, linear_branch
    bit          UpstreamFirst;  // linear_switch
  } config_t;

  function automatic config_t default_config();
    default_config.Hosts         = 4;
    default_config.Switches      = 4;
    default_config.FlitWidth     = 64;
    default_config.Depth         = 1;
    default_config.Refill        = 1'b1;
    default_config.UpstreamFirst = 1'b0;
  endfunction

  // The inverse: the feeder of each input, 2 * switch + input. Hosts count from 0, switches after
  // all hosts; NoFeeder: none.
  localparam logic [TargetWidth-1:0] NoFeeder = '1;
  typedef logic [2*MaxHosts-1:0][TargetWidth-1:0] feeders_t;

  function automatic feeders_t feeders(int unsigned hosts, int unsigned switches,
                                       targets_t host_targets, targets_t switch_targets);
    for (int unsigned i = 0; i < 2 * MaxHosts; i++) feeders[i] = NoFeeder;
    for (int unsigned h = 0; h < hosts; h++) feeders[host_targets[h]] = TargetWidth'(h);
    for (int unsigned s = 1; s < switches; s++) begin
      feeders[switch_targets[s]] = TargetWidth'(hosts + s);
    end
  endfunction

  // Whether the targets form a tree: each exists and is fed once, and a switch feeds one of lower
  // number.
  function automatic bit is_tree(int unsigned hosts, int unsigned switches,
                                 targets_t host_targets, targets_t switch_targets);
    logic [2*MaxHosts-1:0]  fed;
    logic [TargetWidth-1:0] target;
    fed     = '0;
    is_tree = hosts >= 1 && hosts <= MaxHosts && switches >= 1 && switches <= MaxHosts;
    for (int unsigned h = 0; is_tree && h < hosts; h++) begin
      target = host_targets[h];
      if (32'(target) >= 2 * switches || fed[target[7:0]]) is_tree = 1'b0;
      fed[target[7:0]] = 1'b1;
    end
    for (int unsigned s = 1; is_tree && s < switches; s++) begin
      target = switch_targets[s];
      if (32'(target) >= 2 * s || fed[target[7:0]]) is_tree = 1'b0;
      fed[target[7:0]] = 1'b1;
    end
  endfunction

endpackage

`endif
