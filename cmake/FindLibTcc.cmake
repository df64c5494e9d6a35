# find_package(LibTcc): the library of the Tiny C Compiler, as the target LibTcc::LibTcc.
#
# Debian has it as an archive only, and not as position-independent code: programs that use it are
# linked to fixed addresses.
find_path(LibTcc_INCLUDE_DIR libtcc.h)
find_library(LibTcc_LIBRARY NAMES tcc)
mark_as_advanced(LibTcc_INCLUDE_DIR LibTcc_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibTcc REQUIRED_VARS LibTcc_LIBRARY LibTcc_INCLUDE_DIR)

if(LibTcc_FOUND AND NOT TARGET LibTcc::LibTcc)
  add_library(LibTcc::LibTcc UNKNOWN IMPORTED)
  set_target_properties(LibTcc::LibTcc PROPERTIES
    IMPORTED_LOCATION ${LibTcc_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${LibTcc_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES "${CMAKE_DL_LIBS}")
  if(LibTcc_LIBRARY MATCHES "\\.a$")
    set_target_properties(LibTcc::LibTcc PROPERTIES INTERFACE_LINK_OPTIONS -no-pie)
  endif()
endif()
