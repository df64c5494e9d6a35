# find_package(MiniSat): the SAT solver, as the target MiniSat::MiniSat.
#
# Debian has the library and its headers in the package of the program.
find_path(MiniSat_INCLUDE_DIR minisat/core/Solver.h)
find_library(MiniSat_LIBRARY NAMES minisat)
mark_as_advanced(MiniSat_INCLUDE_DIR MiniSat_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MiniSat REQUIRED_VARS MiniSat_LIBRARY MiniSat_INCLUDE_DIR)

if(MiniSat_FOUND AND NOT TARGET MiniSat::MiniSat)
  add_library(MiniSat::MiniSat UNKNOWN IMPORTED)
  set_target_properties(MiniSat::MiniSat PROPERTIES
    IMPORTED_LOCATION ${MiniSat_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${MiniSat_INCLUDE_DIR})
endif()
