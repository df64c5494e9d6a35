#include "clew/export/static_channels.hpp"

#include <algorithm>

#include "clew/export/dve_survey.hpp"
#include "clew/model/intervals.hpp"

namespace clew {

namespace {

constexpr std::size_t handshakes_max = 64;
// A value that can be one of so many is looked at as if it were constant.
constexpr std::uint64_t values_max = 16;

class Planner {
 public:
  Planner(const Model& from, Model& to, PlainExpressions& expressions, const State& initial,
          Refusal& refuse)
      : from_(from), to_(to), expressions_(expressions), initial_(initial), refuse_(refuse) {}

  PlainChannels run() {
    note_questions();
    for (const std::size_t index : looked_into_) {
      if (!expressions_.channel(index).is_rendezvous()) declare_cells(index);
    }
    expressions_.set_cells(plan_.cells);  // what is sent may be an answer
    for (std::size_t i = 0; i < from_.processes.size(); ++i) {
      const auto process = to_id<ProcessId>(i);
      expressions_.enter(process, to_id<ProcessTypeId>(i));
      note_process(from_.processes[process].type);
    }
    for (std::size_t i = 0; i < expressions_.channel_count(); ++i) declare(i);
    expressions_.set_cells(plan_.cells);
    return std::move(plan_);
  }

 private:
  // --- what is said over them

  void note_questions() {
    const auto asked_about = [&](ExprId channel) {
      const Expr& expr = from_.exprs[channel];
      if (expr.op == Op::Constant && expr.constant > 0) {
        looked_into_.insert(static_cast<std::size_t>(expr.constant) - 1);
      } else {
        for (std::size_t i = 0; i < expressions_.channel_count(); ++i) looked_into_.insert(i);
      }
    };
    for (const Expr& expr : from_.exprs) {
      if (expr.op == Op::Poll) asked_about(from_.polls[expr.poll].channel);
      if (expr.op == Op::Length || expr.op == Op::IsFull || expr.op == Op::IsEmpty) {
        asked_about(expr.left);
      }
    }
  }

  // True if somebody must know beforehand whether the communications there are possible.
  bool must_be_foreseen(ProcessTypeId type, LocationId location) const {
    std::set<std::uint32_t> alternatives;
    for (const Action& action : from_.actions) {
      if (action.owner != type) continue;
      if (action.to == location && action.then != Action::Then::Ends) return true;
      if (action.from != location) continue;
      if (action.is_else || action.escape != 0) return true;
      if (action.alternative != 0 && !alternatives.insert(action.alternative).second) return true;
    }
    return false;
  }

  // True if an assertion may follow the send within its move: it counts only where there is room.
  bool asserts_behind(const Action& send) const {
    if (send.communication.kind != Communication::Kind::Send) return false;
    if (send.then == Action::Then::Ends) return false;
    return std::any_of(from_.actions.begin(), from_.actions.end(), [&](const Action& action) {
      return action.owner == send.owner && asserts(action) && is_within(action);
    });
  }

  static bool asserts(const Action& action) {
    return std::any_of(action.effect.begin(), action.effect.end(), [](const Instruction& step) {
      return step.kind == Instruction::Kind::Assert;
    });
  }

  // True if some move comes to the action and goes on.
  bool is_within(const Action& action) const {
    return std::any_of(from_.actions.begin(), from_.actions.end(), [&](const Action& before) {
      return before.owner == action.owner && before.to == action.from &&
             before.then != Action::Then::Ends;
    });
  }

  void note_process(ProcessTypeId type) {
    for (const Action& action : from_.actions) {
      const Communication& communication = action.communication;
      if (action.owner != type || communication.kind == Communication::Kind::None) continue;
      for (const auto& choice : expressions_.channels(communication.channel, {})) {
        used_.insert(choice.channel);
        if (expressions_.channel(choice.channel).is_rendezvous()) {
          note_handshake(communication, choice.channel);
        } else if (must_be_foreseen(type, action.from) || looks(communication) ||
                   asserts_behind(action)) {
          looked_into_.insert(choice.channel);
        }
      }
    }
  }

  static bool looks(const Communication& communication) {
    return communication.sorted || communication.searches || communication.keeps ||
           std::any_of(
               communication.items.begin(), communication.items.end(),
               [](const ReceiveItem& item) { return item.kind == ReceiveItem::Kind::Match; });
  }

  void note_handshake(const Communication& communication, std::size_t index) {
    const Channel& channel = expressions_.channel(index);
    SplitHandshake& handshake = plan_.handshakes[index];
    handshake.positions.resize(channel.items.size());
    for (std::size_t i = 0; i < channel.items.size(); ++i) {
      SplitHandshake::Position& position = handshake.positions[i];
      if (i < communication.items.size()) {
        if (communication.items[i].kind != ReceiveItem::Kind::Match) continue;
        position.is_split = true;
        const auto value =
            expressions_.constant(expressions_.copy(communication.items[i].value, {}));
        if (value && channel.items[i].range.contains(*value)) position.values.insert(*value);
      } else if (communication.kind == Communication::Kind::Send) {
        note_sent(communication, i, channel.items[i].range, position);
      }
    }
  }

  void note_sent(const Communication& send, std::size_t i, Range range,
                 SplitHandshake::Position& position) {
    Range sent{0, 0};
    if (i < send.values.size()) {
      sent = expressions_.interval(expressions_.cut(expressions_.copy(send.values[i], {}), range));
    }
    if (sent.span() >= values_max) {
      position.has_others = true;
      return;
    }
    for (std::int64_t value = sent.low; value <= sent.high; ++value) {  // beyond the greatest Value
      position.values.insert(static_cast<Value>(value));
    }
  }

  // --- declarations

  std::string name_of(std::size_t index) const {
    const Channel& channel = expressions_.channel(index);
    std::string name = channel.name;  // c[2] becomes c_2
    std::erase(name, ']');
    std::replace(name.begin(), name.end(), '[', '_');
    if (channel.is_global()) return name;
    std::size_t owner = 0;
    const auto& shape = *initial_.shape;
    while (owner + 1 < shape.processes.size() &&
           shape.processes[owner + 1].offset <= shape.channels[index].offset) {
      ++owner;
    }
    return fmt::format("{}_{}", from_.processes[to_id<ProcessId>(owner)].name, name);
  }

  void declare(std::size_t index) {
    if (expressions_.channel(index).is_rendezvous()) {
      if (used_.contains(index)) declare_handshake(index);
    } else if (looked_into_.contains(index)) {
      if (!plan_.cells.contains(index)) declare_cells(index);
    } else {
      declare_buffer(index);
    }
  }

  void declare_buffer(std::size_t index) {
    const Channel& channel = expressions_.channel(index);
    Channel plain;
    plain.name = name_of(index);
    plain.capacity = channel.capacity;
    plain.is_typed = true;
    for (ValueType item : channel.items) {
      // What is sent is cut before, so the cast of the channel has nothing to do.
      item.range = lies_within(item.range, dve_byte) ? dve_byte : Range{-32768, 32767};
      item.enumeration = no_id<EnumerationId>;
      plain.items.push_back(item);
    }
    plan_.buffers[index] = to_.channels.add(std::move(plain));
  }

  void declare_cells(std::size_t index) {
    const Channel& channel = expressions_.channel(index);
    BufferCells cells;
    Slot fill;
    fill.name = name_of(index) + "_len";
    fill.type.range = {0, static_cast<Value>(channel.capacity)};
    cells.fill = to_.globals.add(std::move(fill));
    for (std::size_t i = 0; i < channel.items.size(); ++i) {
      Slot item;
      item.name = fmt::format("{}_{}", name_of(index), i + 1);
      item.type = channel.items[i];
      item.is_vector = true;
      item.length = channel.capacity;
      cells.items.push_back(to_.globals.add(std::move(item)));
    }
    plan_.cells[index] = std::move(cells);
  }

  void declare_handshake(std::size_t index) {
    SplitHandshake& handshake = plan_.handshakes[index];
    std::vector<SplitHandshake::Key> keys{{}};
    for (const SplitHandshake::Position& position : handshake.positions) {
      if (!position.is_split) continue;
      std::vector<SplitHandshake::Key> longer;
      for (const SplitHandshake::Key& key : keys) {
        for (const Value value : position.values) {
          longer.push_back(key);
          longer.back().emplace_back(value);
        }
        if (!position.has_others) continue;
        longer.push_back(key);
        longer.back().emplace_back(std::nullopt);
      }
      keys = std::move(longer);
      if (keys.size() > handshakes_max) {
        return refuse_("the receivers at channel '{}' look for too many different messages",
                       name_of(index));
      }
    }
    for (const SplitHandshake::Key& key : keys) {
      handshake.channels[key] = to_.channels.add(part_of(index, key));
    }
  }

  Channel part_of(std::size_t index, const SplitHandshake::Key& key) const {
    const Channel& channel = expressions_.channel(index);
    Channel plain;
    plain.name = name_of(index);
    std::size_t next = 0;
    for (std::size_t i = 0; i < channel.items.size(); ++i) {
      const bool is_split = plan_.handshakes.at(index).positions[i].is_split;
      const std::optional<Value> value = is_split ? key[next++] : std::nullopt;
      if (is_split) plain.name += "_" + (value ? value_name(channel.items[i], *value) : "other");
      ValueType item;
      item.range = full_range;
      if (!value) plain.items.push_back(item);
    }
    return plain;
  }

  std::string value_name(const ValueType& type, Value value) const {
    if (is_some(type.enumeration)) {
      const auto& names = from_.enumerations[type.enumeration].names;
      if (const auto found = names.find(value); found != names.end()) return found->second;
    }
    return value < 0 ? fmt::format("minus_{}", -std::int64_t{value}) : std::to_string(value);
  }

  const Model& from_;
  Model& to_;
  PlainExpressions& expressions_;
  const State& initial_;
  Refusal& refuse_;
  PlainChannels plan_;
  std::set<std::size_t> used_;
  std::set<std::size_t> looked_into_;  // buffers that cannot stay channels
};

}  // namespace

PlainChannels plan_channels(const Model& from, Model& to, PlainExpressions& expressions,
                            const State& initial, Refusal& refuse) {
  return Planner(from, to, expressions, initial, refuse).run();
}

}  // namespace clew
