#include "tests/random_promela.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "clew/base/random.hpp"
#include "tests/random_promela_scope.hpp"

namespace clew {

namespace {

using namespace random_promela_detail;
using Kind = PromelaPart::Kind;
using StateComponents = std::vector<PromelaPart>;

PromelaPart statement(std::string text) { return {Kind::Statement, std::move(text), {}, {}}; }
PromelaPart line(std::string text) { return {Kind::Line, std::move(text), {}, {}}; }
PromelaPart option(StateComponents parts) { return {Kind::Option, "", std::move(parts), {}}; }
PromelaPart block(std::string head, StateComponents parts) {
  return {Kind::Block, std::move(head), std::move(parts), {}};
}
PromelaPart choice(std::string word, StateComponents options) {
  return {Kind::Choice, std::move(word), std::move(options), {}};
}

// Where a statement is to stand.
struct Place {
  int depth = 2;          // how much deeper it may nest
  bool may_block = true;  // false inside a d_step
  bool in_d_step = false;
  bool in_loop = false;
  bool in_inline = false;
  int atomic = 0;  // the number of the atomic sequence around it; 0: none
};

struct Label {
  std::string name;
  int atomic = 0;
};

struct Proctype {
  std::string name;
  std::vector<std::string> parameter_types;
  std::vector<int> parameter_kinds;  // of "chan" parameters, else -1
  bool is_active = true;
};

struct Inline {
  std::string name;
  bool blocks = true;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : dice_(seed), expressions_(dice_, kinds_) {}

  PromelaPart model();

 private:
  // --- declarations
  void declare_globals();
  void declare_records();
  void declare_channels();
  void declare_inlines();
  void declare_variable(const std::string& name, bool is_local, StateComponents& out);
  void declare_locals(const std::string& prefix, StateComponents& out);
  PromelaPart process(std::size_t number);
  PromelaPart init();
  std::string head(Proctype& type);

  // --- statements
  StateComponents sequence(Place place, int count);
  void append(StateComponents& out, const Place& place);
  PromelaPart simple(const Place& place);
  PromelaPart assignment();
  PromelaPart communication();
  std::string send(const Channel& channel);
  std::string receive(const Channel& channel);
  PromelaPart first_of_option(const Place& place, bool& has_else);
  void append_idle(StateComponents& out);
  PromelaPart selection(Place place, bool loop, bool& has_else);
  PromelaPart bounded_loop(Place place);
  PromelaPart d_step(Place place);
  PromelaPart unless(Place place);
  PromelaPart run(const Proctype& type);
  PromelaPart call();
  void jump(StateComponents& out, const Place& place);
  void declare_late(StateComponents& out);
  void put_labels(PromelaPart& part, const Place& place);
  bool has_rendezvous() const {
    return std::any_of(kinds_.begin(), kinds_.end(),
                       [](const MessageKind& kind) { return kind.capacity == 0; });
  }
  // SPIN does not take names with an underscore for names everywhere.
  std::string some_name(const std::string& prefix, int number) {
    return fmt::format("{}{}{}", prefix, dice_.chance(25) ? "_" : "", number);
  }
  std::string fresh_label() { return fmt::format("L{}", label_count_++); }

  Dice dice_;
  std::vector<MessageKind> kinds_;
  Expressions expressions_;
  StateComponents globals_;
  std::vector<Proctype> types_;
  std::vector<Inline> inlines_;
  bool may_run_ = false;  // the process at hand runs through its text only once
  int label_count_ = 0;
  int late_count_ = 0;
  int atomic_count_ = 0;
  int budget_ = 0;                   // statements left for the process at hand
  std::uint64_t send_percent_ = 50;  // neighbours who send and receive alike only wait
  std::vector<std::string> wanted_;  // labels that were jumped to and have yet to come
  std::vector<Label> labels_;        // labels that are there
  std::vector<std::string> free_counters_;
};

// --- declarations --------------------------------------------------------------------------------

void Generator::declare_variable(const std::string& name, bool is_local, StateComponents& out) {
  const auto add = [&](std::string text) {
    out.push_back(is_local ? statement(std::move(text)) : line(std::move(text)));
  };
  if (!expressions_.symbols.empty() && dice_.likes(Taste::Mtype, 20)) {
    const bool starts = dice_.chance(50);
    add(starts ? fmt::format("mtype {} = {}", name, dice_.any(expressions_.symbols))
               : fmt::format("mtype {}", name));
    expressions_.scope.variables.push_back({name, 0, "", "mtype"});
    return;
  }
  static const std::vector<std::string> types = {"byte",  "byte", "byte", "bit",      "bool",
                                                 "short", "int",  "int",  "unsigned", "pid"};
  std::string type = dice_.any(types);
  if (type == "unsigned") {
    const int bits = dice_.between(1, 3);
    add(fmt::format("unsigned {} : {} = {}", name, bits, dice_.below(2)));
    expressions_.scope.variables.push_back({name, 0, "", "unsigned"});
    return;
  }
  if (dice_.likes(Taste::Array, 20)) {
    const int length = dice_.chance(80) ? 2 : 3;
    add(fmt::format("{} {}[{}]{}", type, name, length, dice_.chance(30) ? " = 1" : ""));
    expressions_.scope.variables.push_back({name, length, "", type});
  } else {
    add(fmt::format("{} {}{}", type, name, dice_.chance(30) ? " = 1" : ""));
    expressions_.scope.variables.push_back({name, 0, "", type});
  }
}

void Generator::declare_records() {
  if (!dice_.likes(Taste::Record, 40)) return;
  const bool nested = dice_.chance(40);
  globals_.push_back(line("typedef Inner { byte a; bit b; short v[2] }"));
  if (nested) globals_.push_back(line("typedef Outer { bool c; Inner sub[2] }"));
  auto& variables = expressions_.scope.variables;
  if (nested && dice_.chance(60)) {
    globals_.push_back(line("Outer rec"));
    variables.push_back({"rec.c", 0, "", "bool"});
    variables.push_back({"rec.sub", 2, ".a", "byte"});
    variables.push_back({"rec.sub", 2, ".b", "bit"});
    variables.push_back({"rec.sub[1].v", 2, "", "short"});
  } else if (dice_.chance(50)) {
    globals_.push_back(line("Inner rec[2]"));
    variables.push_back({"rec", 2, ".b", "bit"});
    variables.push_back({"rec", 2, ".v[0]", "short"});
  } else {
    globals_.push_back(line("Inner rec"));
    variables.push_back({"rec.a", 0, "", "byte"});
    variables.push_back({"rec.b", 0, "", "bit"});
    variables.push_back({"rec.v", 2, "", "short"});
  }
}

void Generator::declare_channels() {
  const int count = static_cast<int>(dice_.below(2)) + (dice_.likes(Taste::Buffered, 25) ? 1 : 0) +
                    (dice_.likes(Taste::Rendezvous, 25) ? 1 : 0);
  const auto rendezvous = dice_.taste(Taste::Rendezvous);
  const auto all = rendezvous + dice_.taste(Taste::Buffered);
  static const std::vector<std::string> types = {"byte", "byte", "bool", "bit", "short", "int"};
  for (int i = 0; i < count && all > 0; ++i) {
    MessageKind kind;
    kind.capacity = dice_.below(all) < rendezvous ? 0 : dice_.between(1, 2);
    const int fields = dice_.chance(55) ? 1 : dice_.between(2, 3);
    for (int k = 0; k < fields; ++k) {
      const bool symbol = !expressions_.symbols.empty() && dice_.likes(Taste::Mtype, 25);
      kind.types.push_back(symbol ? "mtype" : dice_.any(types));
    }
    if (i > 0 && dice_.likes(Taste::ChannelVariable, 25)) {
      kind.carried = dice_.between(0, i - 1);
      kind.types.back() = "chan";
    }
    const int length = dice_.likes(Taste::Array, 15) ? 2 : 0;
    const std::string name = fmt::format("c{}", i);
    globals_.push_back(
        line(fmt::format("chan {}{} = [{}] of {{ {} }}", name, length > 0 ? "[2]" : "",
                         kind.capacity, fmt::join(kind.types, ", "))));
    kinds_.push_back(kind);
    expressions_.scope.channels.push_back({name, length, i, false});
  }
}

void Generator::declare_inlines() {
  if (!dice_.likes(Taste::Inline, 40)) return;
  const Scope before = expressions_.scope;
  expressions_.scope.variables.push_back({"p0", 0, "", ""});
  const bool blocks = dice_.chance(60);
  Place place;
  place.depth = 1;
  place.in_inline = true;
  place.may_block = blocks;
  place.in_loop = true;  // it may be called from one
  budget_ = 4;
  StateComponents body;
  if (dice_.likes(Taste::LateDeclaration, 30)) {
    body.push_back(statement("byte t = p0 & 1"));
    expressions_.scope.variables.push_back({"t", 0, "", "byte"});
  }
  for (PromelaPart& part : sequence(place, dice_.between(1, 3))) body.push_back(std::move(part));
  globals_.push_back({Kind::Body, "inline f0(p0)", std::move(body), {}});
  inlines_.push_back({"f0", blocks});
  expressions_.scope = before;
}

void Generator::declare_globals() {
  if (dice_.taste(Taste::Mtype) > 0) {
    globals_.push_back(line("mtype = { red, green, blue }"));
    expressions_.symbols = {"red", "green", "blue"};
  }
  const int count = dice_.between(1, 3);
  for (int i = 0; i < count; ++i) declare_variable(some_name("g", i), false, globals_);
  if (expressions_.number_variables().empty()) {
    globals_.push_back(line("byte g9"));
    expressions_.scope.variables.push_back({"g9", 0, "", "byte"});
  }
  declare_records();
  declare_channels();
  // SPIN has no enabled() beside rendezvous.
  expressions_.may_ask_enabled = !has_rendezvous();
  declare_inlines();
}

void Generator::declare_locals(const std::string& prefix, StateComponents& out) {
  const int count = static_cast<int>(dice_.below(3));
  for (int i = 0; i < count; ++i) declare_variable(some_name(prefix, i), true, out);
  auto& scope = expressions_.scope;
  const std::size_t kinds = kinds_.size();
  if (kinds > 0 && dice_.likes(Taste::LocalChannel, 20)) {
    const int kind = static_cast<int>(dice_.below(kinds));
    const MessageKind& of = kinds_[static_cast<std::size_t>(kind)];
    out.push_back(statement(
        fmt::format("chan own = [{}] of {{ {} }}", of.capacity, fmt::join(of.types, ", "))));
    scope.channels.push_back({"own", 0, kind, false});
  }
  if (kinds > 0 && dice_.likes(Taste::ChannelVariable, 30)) {
    const int kind = static_cast<int>(dice_.below(kinds));
    const std::string first =
        expressions_.channel_place({fmt::format("c{}", kind), 0, kind, false});
    const bool array = scope.channels[static_cast<std::size_t>(kind)].length > 0;
    out.push_back(statement(fmt::format("chan other = {}{}", first, array ? "[1]" : "")));
    scope.channels.push_back({"other", 0, kind, true});
  }
  if (dice_.likes(Taste::Record, 15) &&
      std::any_of(globals_.begin(), globals_.end(),
                  [](const PromelaPart& part) { return part.text.starts_with("typedef Inner"); })) {
    out.push_back(statement("Inner mine"));
    scope.variables.push_back({"mine.a", 0, "", "byte"});
    scope.variables.push_back({"mine.v", 2, "", "short"});
  }
  free_counters_.clear();
  if (dice_.taste(Taste::For) + dice_.taste(Taste::Loop) > 0) {
    for (const char* name : {"i", "j"}) {
      out.push_back(statement(fmt::format("byte {}", name)));
      free_counters_.emplace_back(name);
      scope.counters.emplace_back(name);
    }
  }
}

// --- statements ----------------------------------------------------------------------------------

PromelaPart Generator::assignment() {
  const auto& scope = expressions_.scope;
  if (dice_.likes(Taste::ChannelVariable, 10)) {
    for (const Channel& channel : scope.channels) {
      if (!channel.is_variable) continue;
      const Channel source = dice_.any(expressions_.channels_of(channel.kind));
      return statement(fmt::format("{} = {}", channel.name, expressions_.channel_place(source)));
    }
  }
  const Variable& target = dice_.any(scope.variables);
  const std::string place = expressions_.place(target);
  if (target.is_narrow() && dice_.chance(30))
    return statement(place + (dice_.chance(50) ? "++" : "--"));
  return statement(fmt::format("{} = {}", place, expressions_.stored(target)));
}

std::string Generator::send(const Channel& channel) {
  const MessageKind& kind = kinds_[static_cast<std::size_t>(channel.kind)];
  const std::string place = expressions_.channel_place(channel);
  const bool sorted = kind.capacity > 1 && dice_.likes(Taste::OddReceive, 25);
  MessageKind sent = kind;
  // Too short a message is an error; of a handshake pan says so even where nobody answers.
  if (kind.capacity > 0 && kind.types.size() > 1 && dice_.likes(Taste::OddReceive, 4)) {
    sent.types.pop_back();
  }
  return fmt::format("{}{}{}", place, sorted ? "!!" : "!", expressions_.send_arguments(sent));
}

std::string Generator::receive(const Channel& channel) {
  const MessageKind& kind = kinds_[static_cast<std::size_t>(channel.kind)];
  const std::string place = expressions_.channel_place(channel);
  const std::string arguments = expressions_.receive_arguments(kind, true);
  if (kind.capacity > 0 && dice_.likes(Taste::OddReceive, 30)) {
    const std::uint64_t form = dice_.below(3);
    if (form == 0) return fmt::format("{}?<{}>", place, arguments);
    if (form == 1) return fmt::format("{}??{}", place, arguments);
    return fmt::format(
        "{}?"
        "?<{}>",
        place, arguments);  // not a trigraph
  }
  return fmt::format("{}?{}", place, arguments);
}

PromelaPart Generator::communication() {
  const Channel channel = dice_.any(expressions_.scope.channels);
  return statement(dice_.chance(send_percent_) ? send(channel) : receive(channel));
}

PromelaPart Generator::simple(const Place& place) {
  const bool has_channels = !expressions_.scope.channels.empty();
  if (place.may_block && has_channels && dice_.chance(30)) return communication();
  if (dice_.likes(Taste::Print, 5))
    return statement(fmt::format("printf(\"%d\\n\", {})", expressions_.number(1)));
  if (dice_.likes(Taste::Assert, 6)) return statement("assert(" + expressions_.guard() + ")");
  if (place.may_block && dice_.chance(5)) return statement(expressions_.guard());
  if (dice_.likes(Taste::Select, 6)) {
    for (const Variable& variable : expressions_.number_variables()) {
      const bool plain = variable.length == 0 && variable.name.find('.') == std::string::npos;
      if (!plain || place.in_d_step) continue;
      // With a bound that is not constant it is a loop; in atomic sequences, too, a finite one.
      const std::string high = dice_.chance(70) ? "2" : "(_pid & 1)";
      return statement(fmt::format("select ({} : 0 .. {})", variable.name, high));
    }
  }
  if (dice_.chance(5)) return statement("skip");
  return assignment();
}

// --- choices

PromelaPart Generator::first_of_option(const Place& place, bool& has_else) {
  if (!has_else && dice_.likes(Taste::Else, 15)) {
    has_else = true;
    return statement("else");
  }
  if (place.may_block && dice_.likes(Taste::Timeout, 5)) return statement("timeout");
  if (place.may_block && !expressions_.scope.channels.empty() && dice_.chance(40))
    return communication();
  if (place.depth > 0 && place.may_block && dice_.likes(Taste::Choice, 8)) {
    Place inner = place;
    --inner.depth;
    const std::uint64_t kind = dice_.below(4);
    if (kind == 0 && !place.in_inline && place.atomic == 0) {
      inner.atomic = ++atomic_count_;
      return block("atomic", sequence(inner, dice_.between(1, 3)));
    }
    if (kind == 1) return d_step(inner);
    // The options of both become one choice, which may have one else.
    return selection(inner, place.atomic == 0 && dice_.likes(Taste::Loop, 20), has_else);
  }
  return dice_.chance(70) ? statement(expressions_.guard()) : assignment();
}

// Some that do nothing, in a row: SPIN does not take all of them for steps.
void Generator::append_idle(StateComponents& out) {
  static const std::vector<std::string> idle = {
      "skip", "skip", "true", "1", "(true)", "2", "skip", "1 == 1", "printf(\"idle\\n\")"};
  const int count = dice_.between(2, 4);
  for (int i = 0; i < count; ++i) {
    out.push_back(statement(dice_.any(idle)));
    if (dice_.chance(10)) out.back() = block("", {std::move(out.back())});
  }
}

PromelaPart Generator::selection(Place place, bool loop, bool& has_else) {
  --place.depth;
  const bool was_in_loop = place.in_loop;
  if (loop) place.in_loop = true;
  const int count = dice_.between(1, 3);
  StateComponents options;
  for (int i = 0; i < count; ++i) {
    StateComponents body;
    if (!place.in_d_step && !place.in_inline && dice_.likes(Taste::Goto, 6)) {
      jump(body, place);  // as the only statement
    } else {
      body.push_back(first_of_option(place, has_else));
      const int more = static_cast<int>(dice_.below(3));
      for (int k = 0; k < more; ++k) append(body, place);
      if (dice_.chance(12)) append_idle(body);
    }
    if (loop && dice_.chance(25)) body.push_back(statement("break"));
    if (!body.empty()) options.push_back(option(std::move(body)));
  }
  if (loop && dice_.chance(70)) {
    StateComponents out;
    if (!has_else && dice_.likes(Taste::Else, 25)) {
      out.push_back(statement("else"));
      has_else = true;
    } else if (dice_.chance(60)) {
      out.push_back(statement(expressions_.guard()));
    }
    out.push_back(statement("break"));
    options.push_back(option(std::move(out)));
  }
  if (!place.may_block && !has_else) options.push_back(option({statement("else")}));
  place.in_loop = was_in_loop;
  // `else` is tried last wherever it stands; let it stand anywhere.
  if (options.size() > 1 && dice_.chance(30)) std::swap(options.front(), options.back());
  return choice(loop ? "do" : "if", std::move(options));
}

// A loop that ends by itself, as is needed within atomic sequences.
PromelaPart Generator::bounded_loop(Place place) {
  --place.depth;
  place.in_loop = true;
  const std::string counter = free_counters_.back();
  free_counters_.pop_back();
  std::vector<Variable> arrays = expressions_.number_variables();
  std::erase_if(arrays, [](const Variable& variable) {
    return variable.length == 0 || !variable.suffix.empty() ||
           variable.name.find('.') != std::string::npos;
  });
  const int high = dice_.between(0, 2);
  StateComponents body = sequence(place, dice_.between(1, 2));
  PromelaPart result;
  if (!arrays.empty() && dice_.chance(25)) {
    result = block(fmt::format("for ({} in {})", counter, dice_.any(arrays).name), std::move(body));
  } else if (dice_.taste(Taste::For) > 0) {
    result = block(fmt::format("for ({} : 0 .. {})", counter, high), std::move(body));
  } else {
    body.insert(body.begin(), statement(fmt::format("({} <= {})", counter, high)));
    body.push_back(statement(counter + "++"));
    StateComponents options;
    options.push_back(option(std::move(body)));
    options.push_back(option({statement("else"), statement(counter + " = 0"), statement("break")}));
    result = choice("do", std::move(options));
  }
  free_counters_.push_back(counter);
  return result;
}

PromelaPart Generator::d_step(Place place) {
  expressions_.may_refer = false;
  const bool guarded = place.may_block;
  place.in_d_step = true;
  place.may_block = false;
  place.depth = std::min(place.depth, 1);
  StateComponents body;
  if (guarded && dice_.chance(60)) {
    const std::vector<Channel> buffered = expressions_.buffered();
    if (!expressions_.scope.channels.empty() && dice_.chance(40)) {
      body.push_back(statement(receive(dice_.any(expressions_.scope.channels))));
    } else if (!buffered.empty() && dice_.chance(40)) {
      body.push_back(statement(send(dice_.any(buffered))));
    } else {
      body.push_back(statement(expressions_.guard()));
    }
  }
  // SPIN lets a d_step that begins with assert or printf slip between the halves of a rendezvous.
  if (body.empty()) body.push_back(assignment());
  for (PromelaPart& part : sequence(place, dice_.between(1, 3))) body.push_back(std::move(part));
  expressions_.may_refer = true;
  return block("d_step", std::move(body));
}

PromelaPart Generator::unless(Place place) {
  --place.depth;
  StateComponents main = sequence(place, dice_.between(1, 3));
  StateComponents escape;
  // A rendezvous that fails makes pan forget that another escape was taken: none is sent here.
  const std::uint64_t send_percent = send_percent_;
  if (has_rendezvous()) send_percent_ = 0;
  const std::uint64_t kind = dice_.below(10);
  bool has_else = true;  // no else at the start of an escape
  if (kind < 4 && !expressions_.scope.channels.empty()) {
    escape.push_back(communication());
  } else if (kind == 4 && place.depth > 0) {
    escape.push_back(selection(place, false, has_else));
  } else if (kind == 5) {
    escape.push_back(first_of_option(place, has_else));
  } else {
    escape.push_back(statement(expressions_.guard()));
  }
  send_percent_ = send_percent;
  const int more = static_cast<int>(dice_.below(3));
  for (int i = 0; i < more; ++i) append(escape, place);
  StateComponents both;
  both.push_back(block("", std::move(main)));
  both.push_back(block("", std::move(escape)));
  return {Kind::Unless, "", std::move(both), {}};
}

// --- the rest

// The argument is a plain variable: with an element of an array the inline might use that array as
// its own index, on which SPIN loses its way.
PromelaPart Generator::call() {
  std::vector<Variable> variables = expressions_.number_variables();
  std::erase_if(variables, [](const Variable& variable) {
    return variable.length > 0 || variable.name.find('.') != std::string::npos;
  });
  return statement(variables.empty() ? "skip" : "f0(" + dice_.any(variables).name + ")");
}

PromelaPart Generator::run(const Proctype& type) {
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < type.parameter_types.size(); ++i) {
    const int kind = type.parameter_kinds[i];
    if (kind >= 0) {
      arguments.push_back(expressions_.channel_place(dice_.any(expressions_.channels_of(kind))));
    } else {
      arguments.push_back(expressions_.stored({"", 0, "", "int"}));
    }
  }
  const std::string call = fmt::format("run {}({})", type.name, fmt::join(arguments, ", "));
  const std::vector<Variable> numbers = expressions_.number_variables();
  if (dice_.chance(25))
    return statement(fmt::format("{} = {}", expressions_.place(dice_.any(numbers)), call));
  return statement(call);
}

// Forward to a label that is yet to come, or back.  Only jumps that leave all atomic sequences, or
// come from outside of them, may go back: else a sequence might never end.
void Generator::jump(StateComponents& out, const Place& place) {
  std::vector<std::string> targets;
  for (const Label& label : labels_) {
    if (label.atomic == 0 || place.atomic == 0) targets.push_back(label.name);
  }
  if (!targets.empty() && !may_run_ && dice_.chance(50)) {
    out.push_back(statement("goto " + dice_.any(targets)));
    return;
  }
  if (wanted_.empty() || dice_.chance(50)) wanted_.push_back(fresh_label());
  out.push_back(statement("goto " + dice_.any(wanted_)));
}

void Generator::put_labels(PromelaPart& part, const Place& place) {
  if (place.in_d_step || place.in_inline) return;
  if (!wanted_.empty() && dice_.chance(30)) {
    part.labels.push_back(wanted_.back());
    labels_.push_back({wanted_.back(), place.atomic});
    wanted_.pop_back();
  } else if (dice_.likes(Taste::Goto, 8)) {
    part.labels.push_back(fresh_label());
    labels_.push_back({part.labels.back(), place.atomic});
  } else if (dice_.likes(Taste::EndLabel, 5)) {
    static const std::vector<std::string> words = {"end", "progress", "accept"};
    const std::string word = dice_.any(words);
    part.labels.push_back(fmt::format("{}{}", word, label_count_++));
  }
}

void Generator::declare_late(StateComponents& out) {
  const std::string name = fmt::format("t{}", late_count_++);
  static const std::vector<std::string> types = {"byte", "bit", "short", "int", "bool"};
  const std::string type = dice_.any(types);
  const std::string value = expressions_.small();
  out.push_back(statement(dice_.chance(60) ? fmt::format("{} {} = {}", type, name, value)
                                           : fmt::format("{} {}", type, name)));
  expressions_.scope.variables.push_back({name, 0, "", type});
}

void Generator::append(StateComponents& out, const Place& place) {
  --budget_;
  const bool deep = place.depth > 0 && budget_ > 0;
  Place inner = place;
  --inner.depth;
  PromelaPart part;
  bool has_else = false;
  // A break may not lead straight into a d_step, nor may a jump.
  const bool may_step = !place.in_d_step && !out.empty() && out.back().kind == Kind::Statement;
  // The label is there before the inside of the statement is: it may be jumped to from there.
  PromelaPart labelled;
  if (!out.empty() || place.depth == Place{}.depth) put_labels(labelled, place);
  if (deep && !place.in_d_step && !place.in_inline && place.atomic == 0 &&
      dice_.likes(Taste::Atomic, 12)) {
    inner.atomic = ++atomic_count_;
    part = block("atomic", sequence(inner, dice_.between(1, 4)));
  } else if (deep && !place.in_d_step && place.atomic > 0 && dice_.likes(Taste::Atomic, 4)) {
    part = block("atomic", sequence(inner, dice_.between(1, 3)));
  } else if (may_step && labelled.labels.empty() && dice_.likes(Taste::DStep, 14)) {
    part = d_step(place);
  } else if (deep && !place.in_d_step && dice_.likes(Taste::Unless, 10)) {
    part = unless(place);
  } else if (deep && !free_counters_.empty() && !place.in_inline && dice_.likes(Taste::For, 8)) {
    part = bounded_loop(place);
  } else if (deep && dice_.likes(Taste::Choice, 14)) {
    part = selection(place, false, has_else);
  } else if (deep && !place.in_d_step && place.atomic == 0 && !place.in_inline && !may_run_ &&
             dice_.likes(Taste::Loop, 14)) {
    part = selection(place, true, has_else);
  } else if (!inlines_.empty() && dice_.likes(Taste::Inline, 12) && place.atomic == 0 &&
             !place.in_inline && !place.in_d_step) {
    part = call();
  } else if (deep && !place.in_d_step && dice_.likes(Taste::Block, 6)) {
    part = block("", sequence(inner, dice_.between(1, 3)));
  } else if (may_run_ && !place.in_loop && !place.in_d_step && !place.in_inline &&
             dice_.likes(Taste::Run, 10) && !types_.empty()) {
    part = run(dice_.any(types_));
  } else {
    part = simple(place);
  }
  part.labels = std::move(labelled.labels);
  out.push_back(std::move(part));
}

StateComponents Generator::sequence(Place place, int count) {
  const Scope before = expressions_.scope;
  StateComponents result;
  for (int i = 0; i < count; ++i) {
    append(result, place);
    if (!place.in_d_step && !place.in_inline && dice_.likes(Taste::LateDeclaration, 6))
      declare_late(result);
    if (!place.in_d_step && !place.in_inline && i + 1 == count && dice_.likes(Taste::Goto, 6))
      jump(result, place);
  }
  expressions_.scope = before;
  return result;
}

// --- processes -----------------------------------------------------------------------------------

std::string Generator::head(Proctype& type) {
  std::vector<std::string> parameters;
  if (!type.is_active) {
    const int count = static_cast<int>(dice_.below(3));
    static const std::vector<std::string> types = {"byte", "bit", "short", "bool", "int"};
    for (int i = 0; i < count; ++i) {
      const std::string name = fmt::format("a{}", i);
      if (!kinds_.empty() && dice_.likes(Taste::ChannelVariable, 25)) {
        const int kind = static_cast<int>(dice_.below(kinds_.size()));
        type.parameter_types.emplace_back("chan");
        type.parameter_kinds.push_back(kind);
        expressions_.scope.channels.push_back({name, 0, kind, true});
      } else {
        type.parameter_types.push_back(dice_.any(types));
        type.parameter_kinds.push_back(-1);
        expressions_.scope.variables.push_back({name, 0, "", type.parameter_types.back()});
      }
      parameters.push_back(type.parameter_types.back() + " " + name);
    }
  }
  return fmt::format("proctype {}({})", type.name, fmt::join(parameters, "; "));
}

PromelaPart Generator::process(std::size_t number) {
  Proctype type{fmt::format("P{}", number), {}, {}, true};
  type.is_active = !dice_.likes(Taste::Run, 25);
  const Scope before = expressions_.scope;
  std::string text;
  int instances = 1;
  if (type.is_active) {
    instances = number < 2 && dice_.chance(12) ? 2 : 1;
    text = instances == 2 ? "active [2] " : "active ";
  }
  // In a handshake the receiver's clause would see the message in the channel.
  if (has_rendezvous()) expressions_.scope.channels.clear();
  expressions_.may_refer = false;
  const std::string provided =
      dice_.likes(Taste::Provided, 10) ? fmt::format(" provided ({})", expressions_.guard()) : "";
  expressions_.may_refer = true;
  expressions_.scope = before;
  text += head(type) + provided;
  StateComponents body;
  const auto with_parameters = static_cast<std::ptrdiff_t>(expressions_.scope.variables.size());
  // A remote reference to a name that is local here, too, confuses SPIN.
  declare_locals(std::string(1, static_cast<char>('x' + number)), body);
  const std::vector<Variable> locals(expressions_.scope.variables.begin() + with_parameters,
                                     expressions_.scope.variables.end());
  labels_.clear();
  wanted_.clear();
  budget_ = 9;
  send_percent_ = number % 2 == 0 ? 70 : 30;
  may_run_ = dice_.likes(Taste::Run, 25);
  for (PromelaPart& part : sequence({}, dice_.between(2, 4))) body.push_back(std::move(part));
  if (!wanted_.empty()) {
    body.push_back(statement("skip"));
    body.back().labels = wanted_;
  }
  expressions_.scope = before;
  if (type.is_active && instances == 1 && dice_.taste(Taste::Remote) > 0) {
    for (const Label& label : labels_) {
      expressions_.references.push_back(
          fmt::format("{}[{}]@{}", type.name, expressions_.earlier_count, label.name));
    }
    for (const Variable& local : locals) {
      if (local.length > 0 || local.is_symbol() || !local.suffix.empty() ||
          local.name.find('.') != std::string::npos)
        continue;
      expressions_.references.push_back(
          fmt::format("{}[{}]:{}", type.name, expressions_.earlier_count, local.name));
    }
  }
  if (type.is_active) expressions_.earlier_count += instances;
  types_.push_back(type);
  return {Kind::Body, std::move(text), std::move(body), {}};
}

PromelaPart Generator::init() {
  StateComponents body;
  declare_locals("l", body);
  labels_.clear();
  wanted_.clear();
  budget_ = 6;
  may_run_ = true;
  StateComponents runs;
  for (const Proctype& type : types_) {
    const int times = type.is_active ? (dice_.chance(10) ? 1 : 0) : (dice_.chance(20) ? 2 : 1);
    if (type.is_active && !type.parameter_types.empty()) continue;
    for (int i = 0; i < times; ++i) runs.push_back(run(type));
  }
  if (dice_.chance(50)) {
    body.push_back(block("atomic", std::move(runs)));
  } else {
    for (PromelaPart& part : runs) body.push_back(std::move(part));
  }
  for (PromelaPart& part : sequence({}, static_cast<int>(dice_.below(3))))
    body.push_back(std::move(part));
  if (!wanted_.empty()) {
    body.push_back(statement("skip"));
    body.back().labels = wanted_;
  }
  return {Kind::Body, "init", std::move(body), {}};
}

PromelaPart Generator::model() {
  declare_globals();
  PromelaPart result{Kind::Model, "", {}, {}};
  const int count = dice_.chance(12) ? 1 : dice_.chance(70) ? 2 : 3;
  StateComponents bodies;
  for (int i = 0; i < count; ++i) bodies.push_back(process(static_cast<std::size_t>(i)));
  const bool all_active = std::all_of(types_.begin(), types_.end(),
                                      [](const Proctype& type) { return type.is_active; });
  if (!all_active || dice_.likes(Taste::Run, 15)) {
    const Scope before = expressions_.scope;
    bodies.push_back(init());
    expressions_.scope = before;
  }
  result.parts = std::move(globals_);
  for (PromelaPart& body : bodies) result.parts.push_back(std::move(body));
  return result;
}

}  // namespace

PromelaPart random_promela(std::uint64_t seed) {
  SplitMix64 seeds(seed);
  while (true) {
    PromelaPart model = Generator(seeds.next()).model();
    const std::string text = text_of(model);
    const auto has = [&](const char* word) { return text.find(word) != std::string::npos; };
    // Whether a process that stands before an else is enabled, SPIN does not really know.
    if (!has("enabled(") || (!has("else") && !has("for ("))) return model;
  }
}

std::string with_active_processes(std::string text) {
  for (std::size_t at = text.find("\nproctype"); at != std::string::npos;
       at = text.find("\nproctype", at + 10)) {
    text.insert(at + 1, "active ");
  }
  const std::size_t init = text.find("init {");
  if (init != std::string::npos) text.resize(init);
  return text;
}

}  // namespace clew
