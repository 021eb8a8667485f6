// Message types of all reports, for sc_report_handler: a type names the part that reports.
#pragma once

namespace wayfarer::sysc::report {

inline constexpr const char* kNetwork = "/wayfarer/network";          ///< Configuration, engine.
inline constexpr const char* kDropped = "/wayfarer/network/dropped";  ///< Illegal words.
inline constexpr const char* kMap = "/wayfarer/tlm/map";              ///< Addresses, terminals.
inline constexpr const char* kPayload = "/wayfarer/tlm/payload";      ///< Illegal attributes.
inline constexpr const char* kPhase = "/wayfarer/tlm/phase";          ///< Calls out of order.
inline constexpr const char* kData = "/wayfarer/tlm/data";            ///< Flits with other data.
inline constexpr const char* kDmi = "/wayfarer/tlm/dmi";              ///< Why there is none.
inline constexpr const char* kScoreboard = "/wayfarer/scoreboard";    ///< Messages.
inline constexpr const char* kReference = "/wayfarer/reference";      ///< Another word or cycle.
inline constexpr const char* kWatchdog = "/wayfarer/watchdog";        ///< Nothing moves.

}  // namespace wayfarer::sysc::report
