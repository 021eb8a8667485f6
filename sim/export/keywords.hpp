// Words that cannot name a block.
#pragma once

#include <string>
#include <string_view>

namespace wayfarer {

/// Keywords of the languages of exported files: SystemVerilog (IEEE 1800-2017, annex B), SystemRDL
/// 2.0 and C. A blank before and after each.
constexpr std::string_view kKeywords =
    " "
    "abstract accept_on accesstype addressingtype addrmap alias all alternate always "
    "always_comb always_ff always_latch and assert assign assume auto automatic before begin "
    "bind bins binsof bit boolean bothedge break buf bufif0 bufif1 byte case casex casez "
    "cell chandle char checker class clocking cmos compact component componentwidth config "
    "const constraint context continue cover covergroup coverpoint cross deassign default "
    "defparam design disable dist do double edge else encode end endcase endchecker endclass "
    "endclocking endconfig endfunction endgenerate endgroup endinterface endmodule "
    "endpackage endprimitive endprogram endproperty endsequence endspecify endtable endtask "
    "enum event eventually expect export extends extern external false field final "
    "first_match float for force foreach forever fork forkjoin fullalign function generate "
    "genvar global goto highz0 highz1 hw if iff ifnone ignore_bins illegal_bins implements "
    "implies import incdir include initial inout input inside instance int integer "
    "interconnect interface internal intersect join join_any join_none large let level "
    "liblist library local localparam logic long longint macromodule matches medium mem "
    "modport module na nand negedge nettype new nexttime nmos nonsticky nor noshowcancelled "
    "not notif0 notif1 null number onreadtype onwritetype or output package packed parameter "
    "pmos posedge primitive priority program property protected pull0 pull1 pulldown pullup "
    "pulsestyle_ondetect pulsestyle_onevent pure r rand randc randcase randsequence rclr "
    "rcmos real realtime ref reg regalign regfile register reject_on release repeat restrict "
    "return rnmos rpmos rset rtran rtranif0 rtranif1 ruser rw rw1 s_always s_eventually "
    "s_nexttime s_until s_until_with scalared sequence short shortint shortreal "
    "showcancelled signal signed sizeof small soft solve specify specparam static string "
    "strong strong0 strong1 struct super supply0 supply1 sw switch sync_accept_on "
    "sync_reject_on table tagged task this throughout time timeprecision timeunit tran "
    "tranif0 tranif1 tri tri0 tri1 triand trior trireg true type typedef union unique "
    "unique0 unsigned until until_with untyped use uwire var vectored virtual void w w1 wait "
    "wait_order wand wclr weak weak0 weak1 while wildcard wire with within woclr wor woset "
    "wot wr wset wuser wzc wzs wzt xnor xor ";

inline bool is_keyword(const std::string& word) {
  return kKeywords.find(" " + word + " ") != std::string_view::npos;
}

}  // namespace wayfarer
