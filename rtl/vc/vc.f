// Routers with virtual channels and their networks. Paths are from the root of the repository: run
// tools there and pass -f rtl/vc/vc.f.
-f rtl/common/common.f
rtl/vc/vc_pkg.sv
