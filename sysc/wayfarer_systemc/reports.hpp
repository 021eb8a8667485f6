// Message types of all reports, for sc_report_handler: a type names the part that reports.
#pragma once

#include <array>

namespace wayfarer::sysc::report {

inline constexpr const char* kNetwork = "/wayfarer/network";          ///< Configuration, engine.
inline constexpr const char* kDropped = "/wayfarer/network/dropped";  ///< Illegal words.
inline constexpr const char* kMap = "/wayfarer/tlm/map";              ///< Addresses, terminals.
inline constexpr const char* kPayload = "/wayfarer/tlm/payload";      ///< Illegal attributes.
inline constexpr const char* kPhase = "/wayfarer/tlm/phase";          ///< Calls out of order.
inline constexpr const char* kData = "/wayfarer/tlm/data";            ///< Flits with other data.
inline constexpr const char* kDmi = "/wayfarer/tlm/dmi";              ///< Why there is none.
inline constexpr const char* kTraffic = "/wayfarer/traffic";          ///< What sources send.
inline constexpr const char* kReference = "/wayfarer/reference";      ///< Engines differ.
inline constexpr const char* kScoreboard = "/wayfarer/scoreboard";    ///< Messages.
inline constexpr const char* kErrors = "/wayfarer/errors";            ///< Refused flits.
inline constexpr const char* kMonitor = "/wayfarer/monitor";          ///< Files of measurements.
inline constexpr const char* kWatchdog = "/wayfarer/watchdog";        ///< Nothing moves.

/// The types of the modules in bench/.
inline constexpr std::array kOfBench = {kNetwork, kTraffic, kReference, kScoreboard,
                                        kErrors,  kMonitor, kWatchdog};

}  // namespace wayfarer::sysc::report
