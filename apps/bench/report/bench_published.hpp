// Times that others have published: how long Yices 1.0.40, NuSMV 2.5.4 and UPPAAL 4.0.13 took for the
// scripts of models/uts.  The figures are from tables 2 to 18 of P. Maandag, Experiments in Unifying
// Model Checking Approaches, master thesis, Radboud University, 2014: a Core i7-2700K at 4.8 GHz, 8 GB
// of memory, Windows 7, and 900 seconds before a run was given up.
//
//   for (const PublishedTable& table : published_tables())
//     for (const PublishedRow& row : table.rows) std::cout << row.fastest() << '\n';
#pragma once

#include <string>
#include <vector>

namespace clew {

struct PublishedRow {
  static constexpr double absent = -1;       // the tool was not asked, or could not be
  static constexpr double unfinished = 900;  // seconds: out of time, or out of memory

  unsigned value = 0;  // of the table's parameter
  unsigned depth = 0;  // the greatest number of steps; 0: no bound
  double yices = absent;
  double nusmv = absent;
  double uppaal = absent;
  bool exists = false;  // the answer: there is such a run

  // `unfinished` if no tool came to an end.
  double fastest() const;
  // Empty if no tool came to an end.
  const char* fastest_tool() const;
};

// One question about one script, at several sizes.  A published table that has columns with and without
// a bound is two of these.
struct PublishedTable {
  unsigned number = 0;
  std::string what;
  std::string script;     // "robot" of models/uts/robot.uts
  std::string parameter;  // a constant of the script
  std::string goal;       // the goal's name
  std::vector<PublishedRow> rows;
};

// In the order of their numbers.  Threads: any.
const std::vector<PublishedTable>& published_tables();

}  // namespace clew
