// Message types of all reports, for sc_report_handler: a type names the part that reports.
#pragma once

namespace wayfarer::sysc::report {

inline constexpr const char* kNetwork = "/wayfarer/network";          ///< Configuration, engine.
inline constexpr const char* kDropped = "/wayfarer/network/dropped";  ///< Illegal words.

}  // namespace wayfarer::sysc::report
