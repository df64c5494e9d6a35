#include "clew/native/c_prelude.hpp"

namespace clew {

namespace {

constexpr std::string_view run_struct = R"(
typedef unsigned long long word;

typedef struct Run Run;
struct Run {
  word *next;         /* the successor under construction */
  word *end;          /* one that begins behind this needs more room */
  word errors;        /* moves that failed */
  word asserting;     /* moves on which an assertion failed */
  word steps;         /* moves of the system, before its claim joined, where that matters */
  word arrived;       /* moves of the system that did not fail, if there is a claim */
  word firings;       /* actions taken, where that matters */
  word label;         /* of this move, where somebody wants to be told */
  word *labels;       /* where that of the next successor goes */
  word open;          /* a bit for each action of the claim that joins moves from the source */
  word unread;        /* a bit for each whose guard has no value there */
  const word *source; /* of the moves */
  const word *nothing; /* stands for a process or object that is not there */
  unsigned char *taken, *ignored;
  int timeout, committed, asserted, listing;
  void *host;
  void (*more)(Run *);
  void (*foreign)(Run *);
  void (*go_on)(Run *, int process, int within);
  void (*listed)(Run *, int then, int process);
  int (*enabled)(Run *, const word *s, int process, int self);
  word *(*begin)(Run *, const word *s);
  void (*emit)(Run *);
  const word *(*keep)(Run *);
  void (*forget)(Run *);
  void (*canonical)(Run *);
  int (*count)(Run *, const word *s);
  int (*type_of)(Run *, const word *s, int process);
  int (*place_of)(Run *, const word *s, int process, int type);
  int (*first)(Run *, const word *s, int type);
  int (*object_at)(Run *, const word *s, int reference);
  int (*channel)(Run *, const word *s, int number, unsigned *base);
  int (*own_channel)(Run *, const word *s, int process, int index);
  int (*has_mark)(Run *, const word *s, int mark);
  int (*start)(Run *, int type);
  void (*terminate)(Run *);
  int (*allocate)(Run *, int type);
};

)";

struct Helper {
  std::string_view name;
  std::string_view text;
};

// What can fail sets *e and goes on with 0.
constexpr Helper helpers[] = {
    {"at",
     R"(
static int at(int i, int n, int *e) {
  if ((unsigned)i < (unsigned)n) return i;
  *e = 1;
  return 0;
}
)"},
    {"always",
     R"(static int zero; /* a compiler that knew a condition beforehand might drop too much */
#define always(V) ((V) + zero)
)"},
    {"none",
     R"(static int none(int *e) {
  *e = 1;
  return 0;
}
)"},
    {"checked",
     R"(static int checked(int v, int low, int high, int *e) {
  if (v >= low && v <= high) return v;
  *e = 1;
  return low;
}
)"},
    {"quotient",
     R"(static int quotient(int a, int b, int *e) {
  if (b == 0 || (b == -1 && a == -2147483647 - 1)) return none(e);
  return a / b;
}
)"},
    {"rest",
     R"(static int rest(int a, int b, int *e) {
  if (b == 0 || (b == -1 && a == -2147483647 - 1)) return none(e);
  return a % b;
}
)"},
    {"shift_left",
     R"(static int shift_left(int a, int b, int *e) {
  if ((unsigned)b > 31) return none(e);
  return (int)((unsigned)a << b);
}
)"},
    {"shift_right",
     R"(static int shift_right(int a, int b, int *e) {
  if ((unsigned)b > 31) return none(e);
  return a >> b;
}
)"},
    {"above",
     R"(/* A variable that leaves out `gap` values behind `after` keeps the others closer together. */
static int above(int v, int after, unsigned gap) {
  return v > after ? (int)((unsigned)v + gap) : v;
}
)"},
    {"below",
     R"(static int below(int v, int after, unsigned gap) {
  return v > after ? (int)((unsigned)v - gap) : v;
}
)"},
    {"wrapped",
     R"(static int wrapped(int v, int width) {
  return (int)((unsigned)v << (32 - width)) >> (32 - width);
}
)"},
    {"enabled",
     R"(static int enabled(Run *run, const word *s, int process, int self, int *e) {
  int answer = run->enabled(run, s, process, self);
  if (answer < 0) return none(e);
  return answer;
}
)"},
    {"bits",
     R"(/* `width` bits from bit `at` on, which may lie in two words. */
static word bits(const word *s, unsigned at, unsigned width) {
  unsigned shift = at % 64;
  word v = s[at / 64] >> shift;
  if (shift + width > 64) v |= s[at / 64 + 1] << (64 - shift);
  return v & (((word)1 << width) - 1);
}
)"},
    {"set_bits",
     R"(static void set_bits(word *t, unsigned at, unsigned width, word v) {
  unsigned shift = at % 64;
  word mask = ((word)1 << width) - 1;
  v &= mask;
  t[at / 64] = (t[at / 64] & ~(mask << shift)) | v << shift;
  if (shift + width > 64) {
    t[at / 64 + 1] = (t[at / 64 + 1] & ~(mask >> (64 - shift))) | v >> (64 - shift);
  }
}
)"},
    {"process",
     R"(/* What failed before is looked up no more: the number may be of nobody. */
static const word *process(Run *run, const word *s, int number, int type, int *e) {
  int place = *e ? 0 : run->place_of(run, s, number, type);
  if (place != 0) return s + place;
  *e = 1;
  return run->nothing;
}
)"},
    {"object",
     R"(static const word *object(Run *run, const word *s, int reference, int *e) {
  int place = *e ? 0 : run->object_at(run, s, reference);
  if (place != 0) return s + place;
  *e = 1;
  return run->nothing;
}
)"},
};

}  // namespace

std::string c_prelude() { return std::string(run_struct); }

std::vector<CDefinition> c_helpers() {
  std::vector<CDefinition> out;
  for (const Helper& helper : helpers) {
    out.push_back({std::string(helper.name), std::string(helper.text)});
  }
  return out;
}

}  // namespace clew
