#include "apps/bench/report/bench_published.hpp"

#include <algorithm>
#include <initializer_list>

namespace clew {

namespace {

// Rows are: parameter, greatest number of steps (0: no bound), seconds of Yices, NuSMV and UPPAAL, and
// whether there is such a run.
constexpr double absent = PublishedRow::absent;
constexpr double unfinished = PublishedRow::unfinished;

constexpr PublishedRow truck_full[] = {
    {315, 0, absent, 1.03, 0.04, false}, {316, 0, absent, 1.10, 0.06, false},
    {317, 0, absent, 1.24, 0.05, false}, {318, 0, absent, 1.12, 0.08, false},
    {319, 0, absent, 1.10, 0.11, true},  {320, 0, absent, 1.11, 0.08, true},
    {321, 0, absent, 1.25, 0.09, true},  {322, 0, absent, 1.17, 0.11, true},
};

constexpr PublishedRow truck_full_bounded[] = {
    {315, 17, 0.86, absent, absent, false}, {315, 22, 2.46, absent, absent, false},
    {315, 27, 3.22, absent, absent, false}, {316, 17, 1.09, absent, absent, false},
    {316, 22, 2.30, absent, absent, false}, {316, 27, 2.84, absent, absent, false},
    {317, 17, 1.02, absent, absent, false}, {317, 22, 2.20, absent, absent, false},
    {317, 27, 9.36, absent, absent, false}, {318, 17, 1.01, absent, absent, false},
    {318, 22, 1.34, absent, absent, false}, {318, 27, 3.10, absent, absent, false},
    {319, 17, 0.97, absent, absent, true},  {319, 22, 3.32, absent, absent, true},
    {319, 27, 3.23, absent, absent, true},  {320, 17, 1.20, absent, absent, true},
    {320, 22, 3.05, absent, absent, true},  {320, 27, 7.02, absent, absent, true},
    {321, 17, 1.35, absent, absent, true},  {321, 22, 1.68, absent, absent, true},
    {321, 27, 4.89, absent, absent, true},  {322, 17, 1.33, absent, absent, true},
    {322, 22, 3.40, absent, absent, true},  {322, 27, 9.79, absent, absent, true},
};

constexpr PublishedRow truck_free[] = {
    {315, 0, absent, unfinished, absent, false}, {316, 0, absent, unfinished, absent, false},
    {317, 0, absent, unfinished, absent, false}, {318, 0, absent, unfinished, absent, true},
    {319, 0, absent, unfinished, absent, true},  {320, 0, absent, unfinished, absent, true},
    {321, 0, absent, unfinished, absent, true},  {322, 0, absent, unfinished, absent, true},
};

constexpr PublishedRow truck_free_bounded[] = {
    {315, 11, 1.7, absent, absent, false},   {315, 16, 19.38, absent, absent, false},
    {315, 21, 83.92, absent, absent, false}, {316, 11, 1.89, absent, absent, false},
    {316, 16, 25.40, absent, absent, false}, {316, 21, 63.41, absent, absent, false},
    {317, 11, 2.19, absent, absent, false},  {317, 16, 25.90, absent, absent, false},
    {317, 21, 81.05, absent, absent, false}, {318, 11, 1.49, absent, absent, true},
    {318, 16, 25.46, absent, absent, true},  {318, 21, 38.93, absent, absent, true},
    {319, 11, 1.02, absent, absent, true},   {319, 16, 12.19, absent, absent, true},
    {319, 21, 27.69, absent, absent, true},  {320, 11, 2.26, absent, absent, true},
    {320, 16, 10.54, absent, absent, true},  {320, 21, 58.64, absent, absent, true},
    {321, 11, 1.81, absent, absent, true},   {321, 16, 20.43, absent, absent, true},
    {321, 21, 63.53, absent, absent, true},  {322, 11, 2.06, absent, absent, true},
    {322, 16, 13.35, absent, absent, true},  {322, 21, 35.13, absent, absent, true},
};

constexpr PublishedRow fixed_booleans_bounded[] = {
    {1, 14, 0.06, 0.04, 0.03, false},          {2, 18, 0.17, 0.04, 0.04, false},
    {3, 22, 0.57, 0.04, 0.03, false},          {4, 26, 1.34, 0.06, 0.04, false},
    {5, 30, 2.79, 0.09, 0.06, false},          {6, 34, 5.67, 0.13, 0.07, false},
    {7, 38, 36.76, 0.21, 0.08, false},         {8, 42, 81.70, 0.34, 0.10, false},
    {9, 46, 227.29, 0.68, 0.12, false},        {10, 50, 335.55, 1.01, 0.14, false},
    {11, 54, 217.49, 2.26, 0.12, false},       {12, 58, 488.43, 7.14, 0.16, false},
    {13, 62, unfinished, 17.14, 0.15, false},  {14, 66, unfinished, 40.34, 0.21, false},
    {15, 70, unfinished, 89.93, 0.26, false},  {16, 74, unfinished, 237.68, 0.24, false},
    {17, 78, unfinished, 650.43, 0.31, false}, {18, 82, unfinished, unfinished, 0.34, false},
};

constexpr PublishedRow fixed_integers_bounded[] = {
    {1, 14, 0.12, 1.34, 0.03, false},
    {2, 18, 0.30, 3.52, 0.03, false},
    {3, 22, 0.64, 5.88, 0.04, false},
    {4, 26, 2.58, 9.02, 0.05, false},
    {5, 30, 7.78, 13.18, 0.06, false},
    {6, 34, 18.91, 19.57, 0.06, false},
    {7, 38, 41.47, 26.51, 0.12, false},
    {8, 42, 81.36, 37.68, 0.11, false},
    {9, 46, 282.57, 55.62, 0.11, false},
    {10, 50, 256.07, 89.44, 0.13, false},
    {11, 54, 489.57, unfinished, 0.14, false},
    {12, 58, 647.37, unfinished, 0.16, false},
    {13, 62, 632.45, unfinished, 0.19, false},
    {14, 66, unfinished, unfinished, 0.22, false},
    {15, 70, unfinished, unfinished, 0.24, false},
};

constexpr PublishedRow fixed_booleans[] = {
    {1, 0, absent, 0.06, 0.02, false},    {2, 0, absent, 0.03, 0.03, false},
    {3, 0, absent, 0.03, 0.03, false},    {4, 0, absent, 0.04, 0.03, false},
    {5, 0, absent, 0.04, 0.03, false},    {6, 0, absent, 0.05, 0.03, false},
    {7, 0, absent, 0.06, 0.03, false},    {8, 0, absent, 0.07, 0.03, false},
    {9, 0, absent, 0.12, 0.03, false},    {10, 0, absent, 0.19, 0.03, false},
    {11, 0, absent, 0.38, 0.04, false},   {12, 0, absent, 0.79, 0.03, false},
    {13, 0, absent, 2.32, 0.07, false},   {14, 0, absent, 5.31, 0.05, false},
    {15, 0, absent, 11.83, 0.04, false},  {16, 0, absent, 33.38, 0.06, false},
    {17, 0, absent, 95.14, 0.04, false},  {18, 0, absent, 209.14, 0.06, false},
    {19, 0, absent, 560.95, 0.06, false}, {20, 0, absent, unfinished, 0.04, false},
};

constexpr PublishedRow fixed_integers[] = {
    {1, 0, absent, 1.78, 0.03, false},        {2, 0, absent, 3.93, 0.03, false},
    {3, 0, absent, 6.54, 0.03, false},        {4, 0, absent, 9.86, 0.03, false},
    {5, 0, absent, 13.68, 0.03, false},       {6, 0, absent, 18.29, 0.04, false},
    {7, 0, absent, 23.91, 0.03, false},       {8, 0, absent, 32.14, 0.06, false},
    {9, 0, absent, 40.31, 0.05, false},       {10, 0, absent, 49.55, 0.03, false},
    {11, 0, absent, unfinished, 0.03, false}, {12, 0, absent, unfinished, 0.06, false},
};

constexpr PublishedRow any_booleans_bounded[] = {
    {1, 14, 0.05, 0.03, absent, false},          {2, 18, 0.23, 0.04, absent, false},
    {3, 22, 0.44, 0.06, absent, false},          {4, 26, 1.11, 0.13, absent, false},
    {5, 30, 2.49, 0.38, absent, false},          {6, 34, 16.53, 1.23, absent, false},
    {7, 38, 40.69, 3.69, absent, false},         {8, 42, 82.14, 15.76, absent, false},
    {9, 46, 179.88, 70.65, absent, false},       {10, 50, 311.29, 360.48, absent, false},
    {11, 54, 407.93, unfinished, absent, false}, {12, 58, 857.62, unfinished, absent, false},
};

constexpr PublishedRow any_booleans[] = {
    {1, 0, absent, 0.02, absent, false},    {2, 0, absent, 0.03, absent, false},
    {3, 0, absent, 0.02, absent, false},    {4, 0, absent, 0.03, absent, false},
    {5, 0, absent, 0.04, absent, false},    {6, 0, absent, 0.08, absent, false},
    {7, 0, absent, 0.21, absent, false},    {8, 0, absent, 0.73, absent, false},
    {9, 0, absent, 3.91, absent, false},    {10, 0, absent, 24.22, absent, false},
    {11, 0, absent, 199.25, absent, false}, {12, 0, absent, unfinished, absent, false},
};

constexpr PublishedRow any_integers_bounded[] = {
    {1, 14, 0.06, 1.82, absent, false},         {2, 18, 0.32, 4.28, absent, false},
    {3, 22, 1.08, 7.71, absent, false},         {4, 26, 3.72, 13.55, absent, false},
    {5, 30, 15.9, 28.57, absent, false},        {6, 34, 59.64, 74.42, absent, false},
    {7, 38, 89.65, 322.79, absent, false},      {8, 42, 281.91, unfinished, absent, false},
    {9, 46, 340.06, unfinished, absent, false},
};

constexpr PublishedRow any_integers[] = {
    {1, 0, absent, 1.67, absent, false},       {2, 0, absent, 3.75, absent, false},
    {3, 0, absent, 6.27, absent, false},       {4, 0, absent, 10.04, absent, false},
    {5, 0, absent, 14.21, absent, false},      {6, 0, absent, 20.58, absent, false},
    {7, 0, absent, 37.37, absent, false},      {8, 0, absent, 435.66, absent, false},
    {9, 0, absent, unfinished, absent, false},
};

constexpr PublishedRow powers_bounded[] = {
    {2, 3, 0.02, 3.1, 0.03, true},           {4, 6, 0.03, 2.95, 0.02, true},
    {8, 9, 0.12, 3.05, 0.03, true},          {16, 12, 0.41, 3.15, 0.03, true},
    {32, 15, 0.22, 3.73, 0.04, true},        {64, 18, 8.92, 4.16, 0.09, true},
    {128, 21, 28.16, 4.38, 0.19, true},      {256, 24, 737.7, 4.20, 0.29, true},
    {512, 27, unfinished, 4.00, 0.59, true},
};

constexpr PublishedRow others_bounded[] = {
    {6, 9, 0.06, 4.02, 0.02, true},
    {15, 15, 0.43, 4.04, 0.03, true},
    {31, 21, 85.96, 4.26, 0.11, true},
    {63, 24, 685.27, 4.40, 0.23, true},
    {127, 30, unfinished, 5.41, 1.50, true},
    {156, 27, 43.61, 4.87, 0.55, true},
    {222, 30, 826.37, 5.54, 1.48, true},
    {355, 33, unfinished, 7.75, 3.72, true},
    {404, 33, unfinished, 7.80, 3.64, true},
    {543, 36, unfinished, 13.16, 9.59, true},
    {689, 36, unfinished, 12.96, 9.75, true},
    {713, 39, unfinished, 23.96, 24.03, true},
    {860, 36, unfinished, 13.24, 10.6, true},
    {917, 39, unfinished, 25.35, 25.3, true},
    {1000, 36, unfinished, 13.13, 9.22, true},
};

constexpr PublishedRow powers[] = {
    {2, 0, absent, unfinished, 0.02, true},   {4, 0, absent, unfinished, 0.03, true},
    {8, 0, absent, unfinished, 0.03, true},   {16, 0, absent, unfinished, 0.03, true},
    {32, 0, absent, unfinished, 0.04, true},  {64, 0, absent, unfinished, 0.06, true},
    {128, 0, absent, unfinished, 0.10, true}, {256, 0, absent, unfinished, 0.16, true},
    {512, 0, absent, unfinished, 0.36, true},
};

constexpr PublishedRow others[] = {
    {6, 0, absent, unfinished, 0.02, true}, {15, 0, absent, 266.6, 0.04, true},
    {31, 0, absent, 375.24, 0.08, true},    {63, 0, absent, 193.44, 0.20, true},
    {127, 0, absent, 110.04, 1.11, true},   {156, 0, absent, 482.46, 0.44, true},
    {222, 0, absent, 146.51, 1.00, true},   {355, 0, absent, 76.87, 2.57, true},
    {404, 0, absent, 146.52, 2.44, true},   {543, 0, absent, 79.31, 6.36, true},
    {689, 0, absent, 78.66, 6.05, true},    {713, 0, absent, 77.41, 13.9, true},
    {860, 0, absent, 109.44, 6.1, true},    {917, 0, absent, 78.73, 13.97, true},
    {1000, 0, absent, 126.18, 5.54, true},
};

constexpr PublishedRow powers_slack[] = {
    {2, 6, 0.02, absent, absent, true},      {2, 9, 0.03, absent, absent, true},
    {2, 12, 0.03, absent, absent, true},     {2, 15, 0.07, absent, absent, true},
    {4, 9, 0.03, absent, absent, true},      {4, 12, 0.04, absent, absent, true},
    {4, 15, 0.09, absent, absent, true},     {4, 18, 0.12, absent, absent, true},
    {8, 12, 0.02, absent, absent, true},     {8, 15, 0.03, absent, absent, true},
    {8, 18, 0.16, absent, absent, true},     {8, 21, 0.56, absent, absent, true},
    {16, 15, 0.12, absent, absent, true},    {16, 18, 0.41, absent, absent, true},
    {16, 21, 0.48, absent, absent, true},    {16, 24, 1.07, absent, absent, true},
    {32, 18, 0.69, absent, absent, true},    {32, 21, 0.45, absent, absent, true},
    {32, 24, 0.52, absent, absent, true},    {32, 27, 0.9, absent, absent, true},
    {64, 21, 1.37, absent, absent, true},    {64, 24, 2.1, absent, absent, true},
    {64, 27, 3.56, absent, absent, true},    {64, 30, 5.52, absent, absent, true},
    {128, 24, 11.77, absent, absent, true},  {128, 27, 3.95, absent, absent, true},
    {128, 30, 4.18, absent, absent, true},   {128, 33, 17.65, absent, absent, true},
    {256, 27, 44.56, absent, absent, true},  {256, 30, 6.54, absent, absent, true},
    {256, 33, 5.03, absent, absent, true},   {256, 36, 15.03, absent, absent, true},
    {512, 30, 362.17, absent, absent, true}, {512, 33, 73.55, absent, absent, true},
    {512, 36, 64.78, absent, absent, true},  {512, 39, 64.58, absent, absent, true},
};

constexpr PublishedRow others_slack[] = {
    {6, 12, 0.03, absent, absent, true},         {6, 15, 0.19, absent, absent, true},
    {6, 18, 0.32, absent, absent, true},         {6, 21, 0.5, absent, absent, true},
    {15, 18, 0.88, absent, absent, true},        {15, 21, 12.62, absent, absent, true},
    {15, 24, 19.51, absent, absent, true},       {15, 27, 12.51, absent, absent, true},
    {31, 24, unfinished, absent, absent, true},  {31, 27, 27.94, absent, absent, true},
    {31, 30, 611.55, absent, absent, true},      {31, 33, 127.57, absent, absent, true},
    {63, 27, 86.95, absent, absent, true},       {63, 30, 32.56, absent, absent, true},
    {63, 33, 75.88, absent, absent, true},       {63, 36, 33.09, absent, absent, true},
    {127, 33, unfinished, absent, absent, true}, {127, 36, unfinished, absent, absent, true},
    {127, 39, unfinished, absent, absent, true}, {127, 42, unfinished, absent, absent, true},
    {156, 30, 45.22, absent, absent, true},      {156, 33, 71.24, absent, absent, true},
    {156, 36, 79.40, absent, absent, true},      {156, 39, 697.87, absent, absent, true},
    {222, 33, 782.08, absent, absent, true},     {222, 36, 760.88, absent, absent, true},
    {222, 39, unfinished, absent, absent, true}, {222, 42, unfinished, absent, absent, true},
    {355, 36, unfinished, absent, absent, true}, {355, 39, unfinished, absent, absent, true},
    {355, 42, unfinished, absent, absent, true}, {355, 45, unfinished, absent, absent, true},
};

constexpr PublishedRow robot_five[] = {
    {5, 34, unfinished, 199.47, 794.75, false},
    {5, 36, unfinished, 312.08, unfinished, false},
    {5, 38, unfinished, 437.65, unfinished, false},
    {5, 40, unfinished, 655.70, unfinished, true},
};

constexpr PublishedRow robot_bounded[] = {
    {2, 8, 0.08, 0.07, 0.21, true},
    {3, 24, 1.41, 0.72, 0.55, true},
    {4, 28, 6.33, 9.99, 7.34, true},
    {5, 40, unfinished, 655.70, unfinished, true},
};

constexpr PublishedRow robot[] = {
    {2, 0, absent, 0.09, 0.21, true},
    {3, 0, absent, 1.26, 0.39, true},
    {4, 0, absent, unfinished, 6.42, true},
    {5, 0, absent, unfinished, unfinished, true},
};

template <std::size_t count>
PublishedTable table(unsigned number, const char* what, const char* script, const char* parameter,
                     const char* goal, const PublishedRow (&rows)[count]) {
  return {number, what, script, parameter, goal, {rows, rows + count}};
}

std::vector<PublishedTable> make_tables() {
  return {
      table(2, "truck, unloads what fits", "truck_full", "TRUCK_MAX", "inf", truck_full),
      table(2, "truck, unloads what fits, bounded", "truck_full", "TRUCK_MAX", "inf",
            truck_full_bounded),
      table(3, "truck, unloads any amount", "truck_free", "TRUCK_MAX", "inf", truck_free),
      table(3, "truck, unloads any amount, bounded", "truck_free", "TRUCK_MAX", "inf",
            truck_free_bounded),
      table(4, "alternating bit, booleans, bounded", "alternating_bit", "N", "damaged",
            fixed_booleans_bounded),
      table(5, "alternating bit, integers, bounded", "alternating_bit_integers", "N", "damaged",
            fixed_integers_bounded),
      table(6, "alternating bit, booleans", "alternating_bit", "N", "damaged", fixed_booleans),
      table(7, "alternating bit, integers", "alternating_bit_integers", "N", "damaged",
            fixed_integers),
      table(8, "alternating bit, any booleans, bounded", "alternating_bit_any", "N", "damaged",
            any_booleans_bounded),
      table(8, "alternating bit, any booleans", "alternating_bit_any", "N", "damaged",
            any_booleans),
      table(9, "alternating bit, any integers, bounded", "alternating_bit_any_integers", "N",
            "damaged", any_integers_bounded),
      table(9, "alternating bit, any integers", "alternating_bit_any_integers", "N", "damaged",
            any_integers),
      table(10, "shared variable, powers of two, bounded", "parallel_adder", "TARGET", "reach",
            powers_bounded),
      table(11, "shared variable, other numbers, bounded", "parallel_adder", "TARGET", "reach",
            others_bounded),
      table(12, "shared variable, powers of two", "parallel_adder", "TARGET", "reach", powers),
      table(13, "shared variable, other numbers", "parallel_adder", "TARGET", "reach", others),
      table(14, "shared variable, powers of two, larger bounds", "parallel_adder", "TARGET",
            "reach", powers_slack),
      table(15, "shared variable, other numbers, larger bounds", "parallel_adder", "TARGET",
            "reach", others_slack),
      table(16, "robot in 5 x 5 squares", "robot", "N", "reach", robot_five),
      table(17, "robot in N x N squares, bounded", "robot", "N", "reach", robot_bounded),
      table(18, "robot in N x N squares", "robot", "N", "reach", robot),
  };
}

}  // namespace

double PublishedRow::fastest() const {
  double least = unfinished;
  for (const double seconds : {yices, nusmv, uppaal}) {
    if (seconds != absent) least = std::min(least, seconds);
  }
  return least;
}

const char* PublishedRow::fastest_tool() const {
  const double least = fastest();
  if (least >= unfinished) return "";
  if (uppaal == least) return "UPPAAL";
  return nusmv == least ? "NuSMV" : "Yices";
}

const std::vector<PublishedTable>& published_tables() {
  static const std::vector<PublishedTable> tables = make_tables();
  return tables;
}

}  // namespace clew
