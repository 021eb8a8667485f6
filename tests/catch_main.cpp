// The one Catch2 main that plain test programs share.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
