// SPDX-License-Identifier: Apache-2.0
//
// An example of a system on a chip: two managers, a memory and a console on a mesh of wormhole routers
// with AXI4 ports. Both managers print lines, and no line is broken by the other's.
//
//   terminal 0   manager           terminal 1   manager
//   terminal 2   memory, 64 KiB    terminal 3   console, 64 KiB
//                at 0000_0000                   at 0001_0000
module soc (
  input  logic       clk,
  input  logic       rst_n,
  output logic       char_valid,
  output logic [7:0] char_data,
  output logic       fault  // a subordinate's answer broke the protocol
);

  // The network: routers of one virtual channel, which keep the order of a pair's messages.
  function automatic wormhole_pkg::config_t make_network();
    make_network                = wormhole_pkg::default_config();
    make_network.Extents        = 64'h0001_0001_0002_0002;  // 2 x 2
    make_network.InjectionPorts = 1;
    make_network.EjectionPorts  = 1;
  endfunction

  // The address map: regions of 64 KiB, to terminals 2 and 3.
  function automatic axi4_pkg::map_t make_map();
    make_map         = axi4_pkg::default_map();
    make_map.Regions = 2;
    make_map.Target  = {{30{16'd0}}, 16'd3, 16'd2};
  endfunction

  localparam logic [31:0] Memory  = 32'h0000_0000;
  localparam logic [31:0] Console = 32'h0001_0000;

  axi4_pkg::manager_t     from_manager [4], to_subordinate [4];
  axi4_pkg::subordinate_t to_manager [4], from_subordinate [4];
  logic [31:0]            manager_wdata [4], manager_rdata [4];
  logic [31:0]            subordinate_wdata [4], subordinate_rdata [4];
  logic [3:0]             manager_wstrb [4], subordinate_wstrb [4];
  logic                   drop [4];

  wormhole_axi4 #(
    .Config      (make_network()),
    .Map         (make_map()),
    .Managers    (4'b0011),
    .Subordinates(4'b1100)
  ) u_network (
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .s_axi_i      (from_manager),
    .s_axi_wdata_i(manager_wdata),
    .s_axi_wstrb_i(manager_wstrb),
    .s_axi_o      (to_manager),
    .s_axi_rdata_o(manager_rdata),
    .m_axi_o      (to_subordinate),
    .m_axi_wdata_o(subordinate_wdata),
    .m_axi_wstrb_o(subordinate_wstrb),
    .m_axi_i      (from_subordinate),
    .m_axi_rdata_i(subordinate_rdata),
    .drop_o       (drop)
  );

  assign fault = drop[2] | drop[3];

  // The managers, at terminals 0 and 1.
  for (genvar n = 0; n < 2; n++) begin : gen_manager
    localparam logic [127:0] Text = n == 0 ? {<<8{"Hello from 0   \n"}} : {<<8{"Hello from 1   \n"}};

    logic        awvalid, wvalid, wlast, bready, arvalid, rready;
    logic [31:0] awaddr, araddr;
    logic [7:0]  len;

    soc_master #(
      .Text   (Text),
      .Memory (Memory + 32'(n) * 32'd4096),
      .Console(Console)
    ) u_master (
      .clk    (clk),
      .rst_n  (rst_n),
      .awvalid(awvalid),
      .awready(to_manager[n].aw_ready),
      .awaddr (awaddr),
      .wvalid (wvalid),
      .wready (to_manager[n].w_ready),
      .wdata  (manager_wdata[n]),
      .wlast  (wlast),
      .bvalid (to_manager[n].b_valid),
      .bready (bready),
      .arvalid(arvalid),
      .arready(to_manager[n].ar_ready),
      .araddr (araddr),
      .len    (len),
      .rvalid (to_manager[n].r_valid),
      .rready (rready),
      .rdata  (manager_rdata[n]),
      .rlast  (to_manager[n].r.last)
    );

    assign manager_wstrb[n] = 4'b1111;

    always_comb begin
      from_manager[n]          = '0;
      from_manager[n].aw_valid = awvalid;
      from_manager[n].aw.addr  = 64'(awaddr);
      from_manager[n].aw.len   = len;
      from_manager[n].aw.size  = 3'd2;  // four bytes a beat
      from_manager[n].aw.burst = axi4_pkg::Incr;
      from_manager[n].w_valid  = wvalid;
      from_manager[n].w_last   = wlast;
      from_manager[n].b_ready  = bready;
      from_manager[n].ar_valid = arvalid;
      from_manager[n].ar.addr  = 64'(araddr);
      from_manager[n].ar.len   = len;
      from_manager[n].ar.size  = 3'd2;
      from_manager[n].ar.burst = axi4_pkg::Incr;
      from_manager[n].r_ready  = rready;
    end

    assign from_subordinate[n]  = '0;
    assign subordinate_rdata[n] = '0;
  end

  for (genvar n = 2; n < 4; n++) begin : gen_no_manager
    assign from_manager[n]  = '0;
    assign manager_wdata[n] = '0;
    assign manager_wstrb[n] = '0;
  end

  // The memory, at terminal 2.
  axi4_pkg::subordinate_t memory;
  logic memory_awready, memory_wready, memory_bvalid, memory_arready, memory_rvalid, memory_rlast;

  soc_memory #(
    .Words(2048)
  ) u_memory (
    .clk    (clk),
    .rst_n  (rst_n),
    .awvalid(to_subordinate[2].aw_valid),
    .awready(memory_awready),
    .awaddr (to_subordinate[2].aw.addr[31:0]),
    .wvalid (to_subordinate[2].w_valid),
    .wready (memory_wready),
    .wdata  (subordinate_wdata[2]),
    .wstrb  (subordinate_wstrb[2]),
    .wlast  (to_subordinate[2].w_last),
    .bvalid (memory_bvalid),
    .bready (to_subordinate[2].b_ready),
    .arvalid(to_subordinate[2].ar_valid),
    .arready(memory_arready),
    .araddr (to_subordinate[2].ar.addr[31:0]),
    .arlen  (to_subordinate[2].ar.len),
    .rvalid (memory_rvalid),
    .rready (to_subordinate[2].r_ready),
    .rdata  (subordinate_rdata[2]),
    .rlast  (memory_rlast)
  );

  always_comb begin
    memory          = '0;  // responses are OKAY
    memory.aw_ready = memory_awready;
    memory.w_ready  = memory_wready;
    memory.b_valid  = memory_bvalid;
    memory.ar_ready = memory_arready;
    memory.r_valid  = memory_rvalid;
    memory.r.last   = memory_rlast;
  end
  assign from_subordinate[2] = memory;

  // The console, at terminal 3.
  axi4_pkg::subordinate_t console;
  logic console_awready, console_wready, console_bvalid;

  soc_console u_console (
    .clk       (clk),
    .rst_n     (rst_n),
    .awvalid   (to_subordinate[3].aw_valid),
    .awready   (console_awready),
    .wvalid    (to_subordinate[3].w_valid),
    .wready    (console_wready),
    .wdata     (subordinate_wdata[3]),
    .wstrb     (subordinate_wstrb[3]),
    .wlast     (to_subordinate[3].w_last),
    .bvalid    (console_bvalid),
    .bready    (to_subordinate[3].b_ready),
    .char_valid(char_valid),
    .char_data (char_data)
  );

  always_comb begin
    console          = '0;
    console.aw_ready = console_awready;
    console.w_ready  = console_wready;
    console.b_valid  = console_bvalid;
  end
  assign from_subordinate[3]  = console;
  assign subordinate_rdata[3] = '0;

endmodule
