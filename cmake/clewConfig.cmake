# find_package(clew) of an installed Clew: gives the target clew::clew.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(fmt)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
find_dependency(LibTcc)
find_dependency(CaDiCaL)
find_dependency(MiniSat)
include(${CMAKE_CURRENT_LIST_DIR}/clewTargets.cmake)
