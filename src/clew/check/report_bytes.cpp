#include "clew/check/report_bytes.hpp"

#include <cmath>
#include <type_traits>

#include "clew/model/state.hpp"
#include "clew/property/ctl_formula.hpp"
#include "clew/walk/standing.hpp"

namespace clew {

namespace {

class Writer {
 public:
  std::string take() { return std::move(bytes_); }

  template <class Number>
  requires std::is_arithmetic_v<Number>
  void put(Number number) { bytes_.append(reinterpret_cast<const char*>(&number), sizeof number); }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void put(Enum value) { put(static_cast<std::underlying_type_t<Enum>>(value)); }
  void put(const std::string& text) {
    put(static_cast<std::uint64_t>(text.size()));
    bytes_ += text;
  }
  template <class Item>
  void put(const std::vector<Item>& items) {
    put(static_cast<std::uint64_t>(items.size()));
    for (const auto& item : items) put(item);
  }
  template <class Item>
  void put(const std::optional<Item>& item) {
    put(item.has_value());
    if (item) put(*item);
  }

  void put(const Firing& firing) {
    put(firing.process);
    put(firing.action);
    put(firing.choice);
  }

  // The shape follows from the types of its parts.
  void put(const State& state) {
    put(state.shape != nullptr);
    if (!state.shape) return;
    put(static_cast<std::uint64_t>(state.shape->processes.size()));
    for (const auto& part : state.shape->processes) put(part.type);
    put(static_cast<std::uint64_t>(state.shape->objects.size()));
    for (const auto& part : state.shape->objects) put(part.type);
    put(state.values);
  }

  void put(const MovePath& path) {
    put(path.first);
    put(path.moves);
  }

  void put(const MoveTree& tree) {
    put(tree.formula);
    put(tree.is_true);
    put(tree.first);
    put(tree.moves);
    put(tree.loop_start);
    put(tree.ending);
    put(tree.branches);
  }

  void put(const MoveBranch& branch) {
    put(branch.step);
    put(branch.tree);
  }

  void put(const Finding& finding) {
    put(finding.verdict);
    put(finding.basis);
    put(finding.reason);
    put(finding.reason_text);
    put(finding.depth);
    put(finding.certificate);
    put(finding.omission);
    put(finding.violation_count);
    put(finding.traces);
    put(finding.loop_start);
    put(finding.tree);
    put(finding.claim_failure);
  }

  void put(const NativeStatistics& native) {
    put(native.tier);
    put(native.was_cached);
    put(native.compile_seconds);
    put(native.optimise_seconds);
  }

  void put(const Statistics& statistics) {
    put(statistics.states);
    put(statistics.transitions);
    put(statistics.deadlocks);
    put(statistics.errors);
    put(statistics.level_sizes);
    put(statistics.seconds);
    put(statistics.peak_memory_bytes);
    put(statistics.bytes_per_state);
    put(statistics.packed_bytes_per_state);
    put(statistics.threads);
    put(statistics.native);
    put(statistics.interpreted_because);
    put(statistics.store);
    put(statistics.reduction);
    put(statistics.left_out);
    put(statistics.reduced_until);
    put(statistics.unreduced_because);
    put(statistics.exact);
    put(statistics.facts);
    put(statistics.has_no_single_states);
  }

  void put(const ExactCounts& exact) {
    put(exact.states);
    put(exact.transitions);
    put(exact.deadlocks);
    put(exact.errors);
  }

  void put(const Fact::Value& value) {
    put(static_cast<std::uint8_t>(value.index()));
    std::visit(
        [this](const auto& known) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(known)>, std::monostate>) put(known);
        },
        value);
  }
  void put(const Fact& fact) {
    put(fact.key);
    put(fact.value);
    put(fact.label);
  }
  void put(const FactGroup& group) {
    put(group.name);
    put(group.sentence);
    put(group.facts);
  }

 private:
  std::string bytes_;
};

// After the first thing that does not fit everything is empty, and ok() false.
class BytesReader {
 public:
  BytesReader(std::string_view bytes, const Model& model)
      : bytes_(bytes), model_(model), layout_(model) {}

  bool ok() const { return ok_; }
  bool is_complete() const { return ok_ && bytes_.empty(); }

  template <class Number>
  requires std::is_arithmetic_v<Number> Number number() {
    Number number{};
    if (!ok_ || bytes_.size() < sizeof number) return refuse(), number;
    bytes_.copy(reinterpret_cast<char*>(&number), sizeof number);
    bytes_.remove_prefix(sizeof number);
    return number;
  }
  bool flag() { return bounded<std::uint8_t>(1) == 1; }
  double real() {
    const auto value = number<double>();
    if (!std::isfinite(value) || value < 0) refuse();
    return ok_ ? value : 0;
  }
  template <class Number>
  Number bounded(Number most) {
    const auto value = number<Number>();
    if (value <= most) return value;
    refuse();
    return 0;
  }
  template <class Enum>
  Enum one_up_to(Enum last) {
    using Number = std::underlying_type_t<Enum>;
    return static_cast<Enum>(bounded<Number>(static_cast<Number>(last)));
  }
  // No list is longer than the bytes that are left.
  std::size_t length() {
    const auto count = number<std::uint64_t>();
    if (count <= bytes_.size()) return count;
    refuse();
    return 0;
  }

  std::string text() {
    const std::size_t size = length();
    std::string text(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
    return text;
  }
  template <class Item, class Read>
  std::vector<Item> list(Read read) {
    std::vector<Item> items;
    const std::size_t size = length();
    for (std::size_t i = 0; i < size && ok_; ++i) items.push_back(read());
    return items;
  }
  template <class Item, class Read>
  std::optional<Item> maybe(Read read) {
    if (!flag()) return std::nullopt;
    return read();
  }

  Firing firing() {
    Firing firing;
    firing.process = static_cast<ProcessId>(number<std::uint32_t>());
    if (firing.process != claim_id && to_index(firing.process) >= parts_max) refuse();
    firing.action = id_below<ActionId>(model_.actions.size());
    firing.choice = number<std::uint64_t>();
    return firing;
  }

  MoveList moves() {
    return list<std::vector<Firing>>([&] { return list<Firing>([&] { return firing(); }); });
  }

  // One without a shape comes back as such.
  State state() {
    State state;
    if (!flag()) return state;
    const auto processes =
        list<ProcessTypeId>([&] { return id_below<ProcessTypeId>(model_.process_types.size()); });
    const auto objects =
        list<ObjectTypeId>([&] { return id_below<ObjectTypeId>(model_.object_types.size()); });
    state.values = list<Value>([&] { return number<Value>(); });
    if (!ok_ || processes.size() > parts_max || objects.size() > parts_max)
      return refuse(), State();
    state.shape = Layout::shape_of(model_, layout_, processes, objects);
    if (state.values.size() != state.shape->value_count) return refuse(), State();
    return state;
  }

  MovePath path() {
    MovePath path;
    path.first = state();
    path.moves = moves();
    if (!path.first.shape) refuse();
    return path;
  }

  MoveTree tree(const Property& property, std::size_t depth = 0) {
    MoveTree tree;
    constexpr std::size_t depth_max = 1000;
    if (!property.ctl || depth > depth_max) return refuse(), tree;
    tree.formula = id_below<FormulaId>(property.ctl->formulas.size());
    tree.is_true = flag();
    tree.first = state();
    if (depth == 0 && !tree.first.shape) refuse();
    tree.moves = moves();
    tree.loop_start = maybe<std::size_t>([&] { return bounded<std::size_t>(tree.moves.size()); });
    tree.ending = text();
    tree.branches = list<MoveBranch>([&] {
      MoveBranch branch;
      branch.step = bounded<std::size_t>(tree.moves.size());
      branch.tree = this->tree(property, depth + 1);
      return branch;
    });
    return tree;
  }

  Finding finding(const Property& property) {
    Finding finding;
    finding.verdict = one_up_to(Verdict::Unknown);
    finding.basis = one_up_to(Basis::Lossy);
    finding.reason = one_up_to(Reason::Defect);
    finding.reason_text = text();
    finding.depth = maybe<std::uint64_t>([&] { return number<std::uint64_t>(); });
    finding.certificate = text();
    finding.omission = real();
    finding.violation_count = number<std::uint64_t>();
    finding.traces = list<MovePath>([&] { return path(); });
    finding.loop_start = maybe<std::size_t>([&] { return number<std::size_t>(); });
    for (const MovePath& path : finding.traces) {
      if (finding.loop_start && *finding.loop_start > path.moves.size()) refuse();
    }
    finding.tree = maybe<MoveTree>([&] { return tree(property); });
    finding.claim_failure = maybe<std::string>([&] { return text(); });
    // Who has seen a run can show it, unless time is up.
    if (is_unshown(finding) && finding.reason != Reason::Time) refuse();
    return finding;
  }

  std::string decimal() {
    std::string digits = text();
    if (digits.find_first_not_of("0123456789") != std::string::npos) refuse();
    return digits;
  }

  NativeStatistics native() {
    NativeStatistics native;
    native.tier = text();
    native.was_cached = flag();
    native.compile_seconds = real();
    native.optimise_seconds = real();
    return native;
  }

  Fact::Value fact_value() {
    switch (bounded<std::uint8_t>(4)) {
      case 1: return flag();
      case 2: return number<std::uint64_t>();
      case 3: return real();
      case 4: return text();
      default: return std::monostate{};
    }
  }
  FactGroup fact_group() {
    FactGroup group{text(), text(), {}};
    group.facts = list<Fact>([&] {
      std::string key = text();
      Fact::Value value = fact_value();
      return Fact{std::move(key), std::move(value), text()};
    });
    return group;
  }

  Statistics statistics() {
    Statistics statistics;
    const auto count = [&] { return number<std::uint64_t>(); };
    statistics.states = count();
    statistics.transitions = count();
    statistics.deadlocks = count();
    statistics.errors = count();
    statistics.level_sizes = list<std::uint64_t>(count);
    statistics.seconds = real();
    statistics.peak_memory_bytes = count();
    statistics.bytes_per_state = real();
    statistics.packed_bytes_per_state = real();
    statistics.threads = count();
    statistics.native = maybe<NativeStatistics>([&] { return native(); });
    statistics.interpreted_because = text();
    statistics.store = text();
    statistics.reduction = one_up_to(Reduction::PartialOrder);
    statistics.left_out = count();
    statistics.reduced_until = maybe<std::uint64_t>([&] { return count(); });
    statistics.unreduced_because = text();
    statistics.exact = maybe<ExactCounts>([&] {
      return ExactCounts{decimal(), decimal(), decimal(), decimal()};
    });
    statistics.facts = list<FactGroup>([&] { return fact_group(); });
    statistics.has_no_single_states = flag();
    return statistics;
  }

 private:
  template <class Id>
  Id id_below(std::size_t count) {
    const auto id = static_cast<Id>(number<std::underlying_type_t<Id>>());
    if (to_index(id) < count) return id;
    refuse();
    return Id{};
  }

  void refuse() {
    ok_ = false;
    bytes_ = {};
  }

  std::string_view bytes_;
  const Model& model_;
  const Layout layout_;
  bool ok_ = true;
};

}  // namespace

std::string bytes_of(const EngineReport& report) {
  Writer writer;
  writer.put(report.findings);
  writer.put(report.statistics);
  writer.put(report.finished);
  writer.put(report.stop_reason);
  writer.put(report.stop_text);
  writer.put(static_cast<std::uint64_t>(report.action_taken.size()));
  for (const bool taken : report.action_taken) writer.put(taken);
  return writer.take();
}

std::optional<EngineReport> report_from(std::string_view bytes, const Model& model,
                                        const EngineTask& task) {
  BytesReader reader(bytes, model);
  EngineReport report;
  if (reader.length() != task.properties.size()) return std::nullopt;
  for (const Property& property : task.properties) {
    report.findings.push_back(reader.finding(property));
  }
  report.statistics = reader.statistics();
  report.finished = reader.flag();
  report.stop_reason = reader.one_up_to(Reason::Defect);
  report.stop_text = reader.text();
  report.action_taken = reader.list<bool>([&] { return reader.flag(); });
  const bool fits = report.action_taken.size() == model.actions.size();
  if (!reader.is_complete() || !fits) return std::nullopt;
  return report;
}

std::string bytes_of(std::size_t property, const Finding& finding) {
  Writer writer;
  writer.put(property);
  writer.put(finding);
  return writer.take();
}

std::optional<std::pair<std::size_t, Finding>> finding_from(std::string_view bytes,
                                                            const Model& model,
                                                            const EngineTask& task) {
  BytesReader reader(bytes, model);
  const auto property = reader.number<std::size_t>();
  if (!reader.ok() || property >= task.properties.size()) return std::nullopt;
  Finding finding = reader.finding(task.properties[property]);
  if (!reader.is_complete()) return std::nullopt;
  return std::pair(property, std::move(finding));
}

std::string bytes_of(const Heartbeat& heartbeat) {
  Writer writer;
  writer.put(heartbeat.states_discovered);
  writer.put(heartbeat.transitions);
  writer.put(heartbeat.frontier_length);
  writer.put(heartbeat.level);
  return writer.take();
}

std::optional<Heartbeat> heartbeat_from(std::string_view bytes) {
  const Model nothing;
  BytesReader reader(bytes, nothing);
  Heartbeat heartbeat;
  heartbeat.states_discovered = reader.number<std::uint64_t>();
  heartbeat.transitions = reader.number<std::uint64_t>();
  heartbeat.frontier_length = reader.number<std::uint64_t>();
  heartbeat.level = reader.number<std::uint64_t>();
  if (!reader.is_complete()) return std::nullopt;
  return heartbeat;
}

}  // namespace clew
