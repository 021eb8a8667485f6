"""A top with the ports that AXI4 parts look for (s00_axi_awaddr, m02_axi_rdata, ...) around a network with
AXI4 ports, as a design of one's own has it."""

DATA, ADDRESS, ID = 32, 32, 4

# (name, width, field) of what a manager drives on AW and AR, but for valid.
ADDRESS_FIELDS = [("id", ID), ("addr", ADDRESS), ("len", 8), ("size", 3), ("burst", 2), ("cache", 4), ("prot", 3),
                  ("qos", 4)]

CONFIG = {
    "wormhole": """    make_network                = wormhole_pkg::default_config();
    make_network.Extents        = 64'h0001_0001_0002_0002;
    make_network.InjectionPorts = 1;
    make_network.EjectionPorts  = 1;
""",
    "mway": """    make_network         = mway_config_pkg::default_config();
    make_network.Extents = {{7{16'd1}}, 16'd2, 16'd2};
""",
}
PACKAGE = {"wormhole": "wormhole_pkg", "mway": "mway_config_pkg"}


def signals(prefix):
    """(name, width, whether the manager drives it) of a port."""
    for channel in ("aw", "ar"):
        for name, width in ADDRESS_FIELDS:
            yield f"{prefix}_{channel}{name}", width, True
        yield f"{prefix}_{channel}valid", 1, True
        yield f"{prefix}_{channel}ready", 1, False
    for name, width, driven in (
            ("wdata", DATA, True), ("wstrb", DATA // 8, True), ("wlast", 1, True), ("wvalid", 1, True),
            ("wready", 1, False), ("bid", ID, False), ("bresp", 2, False), ("bvalid", 1, False),
            ("bready", 1, True), ("rid", ID, False), ("rdata", DATA, False), ("rresp", 2, False),
            ("rlast", 1, False), ("rvalid", 1, False), ("rready", 1, True)):
        yield f"{prefix}_{name}", width, driven


def port(direction, name, width):
    return f"  {direction} logic [{width - 1}:0] {name}"


def from_manager(prefix, number):
    """The port's signals become the network's s_axi."""
    def address(channel):
        fields = ", ".join(f"{name}: {'16' if name == 'id' else '64'}'({prefix}_{channel}{name})"
                           if name in ("id", "addr") else f"{name}: {prefix}_{channel}{name}"
                           for name, _ in ADDRESS_FIELDS)
        return f"'{{{fields}}}"
    n = number
    return f"""
  assign s_axi[{n}] = '{{aw_valid: {prefix}_awvalid, aw: {address("aw")},
    w_valid: {prefix}_wvalid, w_last: {prefix}_wlast, b_ready: {prefix}_bready,
    ar_valid: {prefix}_arvalid, ar: {address("ar")}, r_ready: {prefix}_rready}};
  assign s_wdata[{n}] = {prefix}_wdata;
  assign s_wstrb[{n}] = {prefix}_wstrb;
  assign {prefix}_awready = s_axi_o[{n}].aw_ready;
  assign {prefix}_wready = s_axi_o[{n}].w_ready;
  assign {prefix}_arready = s_axi_o[{n}].ar_ready;
  assign {prefix}_bvalid = s_axi_o[{n}].b_valid;
  assign {prefix}_bid = s_axi_o[{n}].b.id[{ID - 1}:0];
  assign {prefix}_bresp = s_axi_o[{n}].b.resp;
  assign {prefix}_rvalid = s_axi_o[{n}].r_valid;
  assign {prefix}_rid = s_axi_o[{n}].r.id[{ID - 1}:0];
  assign {prefix}_rresp = s_axi_o[{n}].r.resp;
  assign {prefix}_rlast = s_axi_o[{n}].r.last;
  assign {prefix}_rdata = s_rdata[{n}];
"""


def to_subordinate(prefix, number):
    """The network's m_axi becomes the port's signals."""
    n = number
    lines = []
    for channel in ("aw", "ar"):
        lines += [f"  assign {prefix}_{channel}{name} = m_axi[{n}].{channel}.{name}[{width - 1}:0];"
                  for name, width in ADDRESS_FIELDS]
        lines.append(f"  assign {prefix}_{channel}valid = m_axi[{n}].{channel}_valid;")
    return "\n".join(lines) + f"""
  assign {prefix}_wvalid = m_axi[{n}].w_valid;
  assign {prefix}_wlast = m_axi[{n}].w_last;
  assign {prefix}_wdata = m_wdata[{n}];
  assign {prefix}_wstrb = m_wstrb[{n}];
  assign {prefix}_bready = m_axi[{n}].b_ready;
  assign {prefix}_rready = m_axi[{n}].r_ready;
  assign m_axi_i[{n}] = '{{aw_ready: {prefix}_awready, w_ready: {prefix}_wready,
    b_valid: {prefix}_bvalid, b: '{{id: 16'({prefix}_bid), resp: {prefix}_bresp}},
    ar_ready: {prefix}_arready, r_valid: {prefix}_rvalid,
    r: '{{id: 16'({prefix}_rid), resp: {prefix}_rresp, last: {prefix}_rlast}}}};
  assign m_rdata[{n}] = {prefix}_rdata;
"""


def mask(numbers):
    return f"4'd{sum(1 << number for number in numbers)}"


def top(family, managers, memories, beats):
    """SystemVerilog of a module `axi4_top` with four terminals."""
    ports = ["  input logic aclk", "  input logic aresetn", "  output logic [3:0] drop"]
    body = ""
    for number in range(4):
        s, m = f"s{number:02}_axi", f"m{number:02}_axi"
        if number in managers:
            ports += [port("input" if driven else "output", name, width) for name, width, driven in signals(s)]
            body += from_manager(s, number)
        else:
            body += f"  assign s_axi[{number}] = '0;\n  assign s_wdata[{number}] = '0;\n" \
                    f"  assign s_wstrb[{number}] = '0;\n"
        if number in memories:
            ports += [port("output" if driven else "input", name, width) for name, width, driven in signals(m)]
            body += to_subordinate(m, number)
        else:
            body += f"  assign m_axi_i[{number}] = '0;\n  assign m_rdata[{number}] = '0;\n"
        body += f"  assign drop[{number}] = drops[{number}];\n"
    targets = ", ".join(f"16'd{number}" for number in reversed(memories))
    return f"""/* verilator lint_off UNUSEDSIGNAL */
module axi4_top (
{(","+chr(10)).join(ports)}
);

  function automatic {PACKAGE[family]}::config_t make_network();
{CONFIG[family]}  endfunction

  function automatic axi4_pkg::axi4_t make_axi4();
    make_axi4       = axi4_pkg::default_axi4();
    make_axi4.Beats = {beats};
  endfunction

  function automatic axi4_pkg::map_t make_map();
    make_map         = axi4_pkg::default_map();
    make_map.Regions = {len(memories)};
    make_map.Target  = {{{{{32 - len(memories)}{{16'd0}}}}, {targets}}};
  endfunction

  axi4_pkg::manager_t s_axi [4], m_axi [4];
  axi4_pkg::subordinate_t s_axi_o [4], m_axi_i [4];
  logic [{DATA - 1}:0] s_wdata [4], s_rdata [4], m_wdata [4], m_rdata [4];
  logic [{DATA // 8 - 1}:0] s_wstrb [4], m_wstrb [4];
  logic drops [4];

  {family}_axi4 #(
    .Config(make_network()), .Axi4(make_axi4()), .Map(make_map()),
    .Managers({mask(managers)}), .Subordinates({mask(memories)})
  ) u_network (
    .clk_i(aclk), .rst_ni(aresetn),
    .s_axi_i(s_axi), .s_axi_wdata_i(s_wdata), .s_axi_wstrb_i(s_wstrb),
    .s_axi_o(s_axi_o), .s_axi_rdata_o(s_rdata),
    .m_axi_o(m_axi), .m_axi_wdata_o(m_wdata), .m_axi_wstrb_o(m_wstrb),
    .m_axi_i(m_axi_i), .m_axi_rdata_i(m_rdata), .drop_o(drops)
  );
{body}
endmodule
"""
