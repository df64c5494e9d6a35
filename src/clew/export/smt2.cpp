#include "clew/export/smt2.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include "clew/base/characters.hpp"
#include "clew/base/text.hpp"
#include "clew/export/exported_names.hpp"

namespace clew {

namespace {

// Texts are written once for all frames: "x@" is x in the frame, "x@next" x in the next one.
std::string in_frame(std::string_view text, std::uint64_t frame) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] != '@') continue;
    const bool is_next = text.substr(i + 1).starts_with("next");
    result += std::to_string(is_next ? frame + 1 : frame);
    if (is_next) i += 4;
  }
  return result;
}

std::string symbol(const std::string& name) {
  const bool is_simple = std::all_of(name.begin(), name.end(), [](char c) {
    return is_word_character(c) || c == '.' || c == '@';
  });
  const bool begins_well =
      !name.empty() && name.front() != '.' && name.front() != '@' && !is_digit(name.front());
  return is_simple && begins_well ? name : "|" + name + "|";
}

std::string vector_type(std::uint32_t width) { return fmt::format("(_ BitVec {})", width); }

std::uint32_t bits_for(std::size_t count) {
  return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(std::bit_width(count - 1)));
}

}  // namespace

// Writes the text of a problem.
class Smt2Text {
 public:
  using Kind = BoundedQuestion::Kind;

  Smt2Text(const AskedSystem& asked, std::string title)
      : asked_(asked),
        model_(*asked.symbolic.model),
        title_(std::move(title)),
        printed_(model_, Dialect::Smt2, names()) {
    for (const SymbolicMove& move : model_.moves) {
      if (move.is_stutter() && !asked.question.counts_stutters) continue;
      moves_.push_back(&move);
    }
    collect();
    printed_.print();
  }

  const std::string& refusal() const { return printed_.refusal(); }
  const std::vector<const SymbolicMove*>& moves() const { return moves_; }
  bool is_lasso() const { return asked_.question.kind == Kind::Lasso; }
  bool has_failure() const { return asked_.question.kind == Kind::Failure; }
  bool counts_broken() const {
    return asked_.question.counts_broken_assertions && !breaking_.empty();
  }
  // How many ordinary moves a run of so many has: one that fails leads to no state.
  std::uint64_t frames(std::uint64_t depth) const {
    return has_failure() && depth > 0 ? depth - 1 : depth;
  }

  std::string write(std::uint64_t depth) {
    out_.clear();
    header(depth);
    const std::uint64_t last = frames(depth);
    for (std::uint64_t i = 0; i <= last; ++i) frame(i, last);
    question(depth, last);
    out_ += "(check-sat)\n(get-value (";
    for (const std::string& name : asked_for(depth)) out_ += name + "\n  ";
    out_ += "))\n(exit)\n";
    return std::move(out_);
  }

  // In the order in which their values are asked for.
  std::vector<std::string> asked_for(std::uint64_t depth) const {
    std::vector<std::string> all;
    const std::uint64_t last = frames(depth);
    for (std::size_t i = 0; i < model_.values.size(); ++i) {
      if (model_.values[i].width > 0) all.push_back(in_frame(value_names_[i], 0));
    }
    for (std::uint64_t i = 0; i < last + (has_failure() ? 1 : 0); ++i) {
      for (const std::string& name : input_names_) all.push_back(in_frame(name, i));
    }
    for (std::uint64_t i = 0; i < last; ++i) {
      all.push_back(in_frame("move@", i));
      if (counts_broken()) all.push_back(in_frame("broken@", i));
    }
    if (has_failure()) all.emplace_back("failure@");
    if (is_lasso()) all.emplace_back("loop@");
    all.emplace_back("answered@");
    return all;
  }

 private:
  PrintedNames names() {
    std::set<std::string> given{"move", "broken", "failure", "loop", "answered", "passed"};
    const auto fresh = [&](std::string name) {
      std::replace_if(
          name.begin(), name.end(), [](char c) { return c == '|' || c == '\\' || c == '@'; }, '_');
      while (!given.insert(name).second) name += '_';
      return symbol(name + "@");
    };
    PrintedNames names;
    for (const SymbolicValue& value : model_.values) names.values.push_back(fresh(value.name));
    for (const SymbolicInput& input : model_.input_words) names.inputs.push_back(fresh(input.name));
    const auto prefix = [&](std::string wanted) {
      while (std::any_of(given.begin(), given.end(),
                         [&](const std::string& name) { return name.starts_with(wanted); })) {
        wanted += '_';
      }
      return wanted;
    };
    names.truth_prefix = prefix("c.");
    names.number_prefix = prefix("t.");
    names.suffix = "@";
    value_names_ = names.values;
    input_names_ = names.inputs;
    for (const SymbolicValue& value : model_.values) {
      const std::string& name =
          names.values[static_cast<std::size_t>(&value - model_.values.data())];
      next_names_.push_back(name.back() == '|' ? name.substr(0, name.size() - 1) + "next|"
                                               : name + "next");
    }
    return names;
  }

  void collect() {
    const auto need_lit = [&](Lit lit, std::vector<Lit>& list) {
      printed_.need(lit);
      list.push_back(lit);
    };
    need_lit(model_.initial, initial_);
    for (const SymbolicMove* move : moves_) {
      need_lit(move->enabled, in_moves_);
      for (const SymbolicMove::Assignment& assignment : move->assignments) {
        if (model_.values[assignment.value].width == 0) continue;
        printed_.need(assignment.term);
        if (is_some(assignment.term)) terms_.push_back(assignment.term);
      }
    }
    if (asked_.question.counts_broken_assertions) {
      for (std::size_t i = 0; i < moves_.size(); ++i) {
        if (moves_[i]->breaks_assertion == lit_false) continue;
        breaking_.push_back(i);
        need_lit(moves_[i]->breaks_assertion, in_moves_);
      }
    }
    if (has_failure()) {
      for (const SymbolicMove& move : model_.failures) need_lit(move.enabled, in_question_);
    } else {
      need_lit(asked_.question.found, in_question_);
    }
  }

  void header(std::uint64_t depth) {
    const Model& source = *asked_.model;
    out_ += fmt::format("; {}\n; Written by Clew.  sat: {} of {} {} moves; unsat: there is none.\n",
                        one_line(title_),
                        is_lasso() ? "there is a run without end, a lasso" : "there is a witness",
                        is_lasso() ? "exactly" : "at most", depth);
    out_ += "; A name and @3 is that value after three moves; the moves are\n";
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      out_ += fmt::format(";   {} {}\n", i, move_text(source, *moves_[i]));
    }
    if (!is_lasso()) out_ += fmt::format(";   {} nothing more happens\n", moves_.size());
    if (has_failure()) {
      out_ += "; and those that fail\n";
      for (std::size_t i = 0; i < model_.failures.size(); ++i) {
        out_ += fmt::format(";   {} {}\n", i, move_text(source, model_.failures[i]));
      }
    }
    for (const SymbolicValue& value : model_.values) {
      const std::string locations = location_text(source, value);
      if (value.width > 0 && !locations.empty())
        out_ += fmt::format("; {}: {}\n", value.name, locations);
    }
    out_ += "(set-option :produce-models true)\n(set-logic QF_BV)\n";
    move_width_ = bits_for(moves_.size() + 1);
  }

  void declare(const std::string& name, Range range, std::uint64_t index) {
    const std::string now = in_frame(name, index);
    out_ += fmt::format("(declare-fun {} () {})\n", now, vector_type(printed_.width()));
    out_ += fmt::format("(assert (and (bvsle {} {}) (bvsle {} {})))\n",
                        printed_.constant(range.low), now, now, printed_.constant(range.high));
  }

  void assert_in(std::uint64_t index, const std::string& text) {
    out_ += fmt::format("(assert {})\n", in_frame(text, index));
  }

  void frame(std::uint64_t index, std::uint64_t last) {
    out_ += fmt::format("\n; after {} moves\n", index);
    // The vectors of the first state and those that a move leads to.
    if (index == 0) declare_state(0);
    const bool moves = index < last;
    const bool asks = index == last || is_lasso();
    if (moves || (asks && has_failure())) {
      for (std::size_t i = 0; i < input_names_.size(); ++i) {
        declare(input_names_[i], model_.input_words[i].range, index);
      }
    }
    define(index, moves, asks);
    if (index == 0) assert_in(0, printed_.text(model_.initial));
    if (!moves) return;
    declare_state(index + 1);
    take_move(index, last);
  }

  void declare_state(std::uint64_t index) {
    for (std::size_t i = 0; i < model_.values.size(); ++i) {
      if (model_.values[i].width > 0) declare(value_names_[i], model_.values[i].range, index);
    }
  }

  void define(std::uint64_t index, bool moves, bool asks) {
    std::vector<Lit> lits;
    if (index == 0) lits.insert(lits.end(), initial_.begin(), initial_.end());
    if (moves) lits.insert(lits.end(), in_moves_.begin(), in_moves_.end());
    if (asks) lits.insert(lits.end(), in_question_.begin(), in_question_.end());
    const std::vector<TermId> no_terms;
    for (const std::size_t i : printed_.definitions_for(lits, moves ? terms_ : no_terms)) {
      const PrintedDefinition& definition = printed_.definitions()[i];
      const std::string type = definition.is_truth ? "Bool" : vector_type(printed_.width());
      out_ += in_frame(
          fmt::format("(define-fun {} () {} {})\n", definition.name, type, definition.text), index);
    }
  }

  std::string taken(std::size_t move) const {
    return fmt::format("(= move@ (_ bv{} {}))", move, move_width_);
  }

  void take_move(std::uint64_t index, std::uint64_t last) {
    out_ += in_frame(fmt::format("(declare-fun move@ () {})\n", vector_type(move_width_)), index);
    const std::size_t count = moves_.size() + (is_lasso() ? 0 : 1);
    if (count == 0) return assert_in(index, "false");
    assert_in(index, fmt::format("(bvule move@ (_ bv{} {}))", count - 1, move_width_));
    std::vector<std::vector<std::size_t>> writers(model_.values.size());
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      std::string effect = printed_.conjunct(moves_[i]->enabled);
      for (const SymbolicMove::Assignment& assignment : moves_[i]->assignments) {
        if (model_.values[assignment.value].width == 0) continue;
        writers[assignment.value].push_back(i);
        effect += fmt::format(" (= {} {})", next_names_[assignment.value],
                              printed_.text(assignment.term));
      }
      if (!effect.empty()) assert_in(index, fmt::format("(=> {} (and {} true))", taken(i), effect));
    }
    for (std::size_t i = 0; i < writers.size(); ++i) {
      if (model_.values[i].width == 0) continue;
      std::string stays = fmt::format("(= {} {})", next_names_[i], value_names_[i]);
      for (const std::size_t move : writers[i]) stays += " " + taken(move);
      assert_in(index, writers[i].empty() ? stays : fmt::format("(or {})", stays));
    }
    if (!is_lasso() && index + 1 < last) {
      // What stands still stays so.
      assert_later_.push_back(
          in_frame(fmt::format("(=> (= move@ (_ bv{0} {1})) (= move@next (_ bv{0} {1})))",
                               moves_.size(), move_width_),
                   index));
    }
    if (!counts_broken()) return;
    std::string broken;
    for (const std::size_t i : breaking_) {
      broken += fmt::format(" (and {} {})", taken(i), printed_.text(moves_[i]->breaks_assertion));
    }
    out_ += in_frame(fmt::format("(define-fun broken@ () Bool (or{} false))\n", broken), index);
  }

  void question(std::uint64_t depth, std::uint64_t last) {
    for (const std::string& text : assert_later_) out_ += fmt::format("(assert {})\n", text);
    assert_later_.clear();
    out_ += "\n; the question\n";
    std::string answer;
    if (is_lasso()) {
      lasso(last);
      answer = "true";
    } else if (has_failure()) {
      answer = failing(depth, last);
    } else {
      answer = in_frame(printed_.text(asked_.question.found), last);
      if (counts_broken()) {
        answer = "(or " + answer;
        for (std::uint64_t i = 0; i < last; ++i) answer += " " + in_frame("broken@", i);
        answer += ")";
      }
    }
    out_ += fmt::format("(define-fun answered@ () Bool {})\n(assert answered@)\n", answer);
  }

  std::string failing(std::uint64_t depth, std::uint64_t last) {
    const std::size_t count = model_.failures.size();
    const std::uint32_t width = bits_for(count + 1);
    out_ += fmt::format("(declare-fun failure@ () {})\n", vector_type(width));
    if (count == 0 || depth == 0) return "false";
    out_ += fmt::format("(assert (bvule failure@ (_ bv{} {})))\n", count - 1, width);
    for (std::size_t i = 0; i < count; ++i) {
      out_ += fmt::format("(assert (=> (= failure@ (_ bv{} {})) {}))\n", i, width,
                          in_frame(printed_.text(model_.failures[i].enabled), last));
    }
    return "true";
  }

  // The state behind the last move is one of those before; `found` is true on the way back to it.
  void lasso(std::uint64_t last) {
    const std::uint32_t width = bits_for(last + 1);
    out_ += fmt::format("(declare-fun loop@ () {})\n", vector_type(width));
    if (last == 0) {
      out_ += "(assert false)\n";
      return;
    }
    out_ += fmt::format("(assert (bvule loop@ (_ bv{} {})))\n", last - 1, width);
    std::string later;
    for (std::uint64_t i = last; i-- > 0;) {
      const std::string here = in_frame(printed_.text(asked_.question.found), i);
      out_ += fmt::format("(define-fun passed@{} () Bool {})\n", i,
                          later.empty() ? here : fmt::format("(or {} {})", here, later));
      later = fmt::format("passed@{}", i);
      std::string equal;
      for (std::size_t k = 0; k < value_names_.size(); ++k) {
        if (model_.values[k].width == 0) continue;
        equal += fmt::format(" (= {} {})", in_frame(value_names_[k], i),
                             in_frame(value_names_[k], last));
      }
      out_ +=
          fmt::format("(assert (=> (= loop@ (_ bv{} {})) (and {}{})))\n", i, width, later, equal);
    }
  }

  const AskedSystem& asked_;
  const SymbolicModel& model_;
  std::string title_;
  std::vector<std::string> value_names_;
  std::vector<std::string> next_names_;
  std::vector<std::string> input_names_;
  PrintedTerms printed_;
  std::vector<const SymbolicMove*> moves_;
  std::vector<std::size_t> breaking_;  // moves that may break an assertion
  std::vector<Lit> initial_;
  std::vector<Lit> in_moves_;
  std::vector<Lit> in_question_;
  std::vector<TermId> terms_;
  std::uint32_t move_width_ = 1;
  std::vector<std::string> assert_later_;
  std::string out_;
};

Smt2Problem::Smt2Problem(const Model& model, const Property& property)
    : name_(property.name), asked_(asked_system(model, property)) {
  if (!asked_.refusal.empty()) return;
  writer_ = std::make_unique<Smt2Text>(
      asked_, fmt::format("{}: {} ({})", model.name, property.name, property.text));
  asked_.refusal = writer_->refusal();
}

Smt2Problem::~Smt2Problem() = default;

std::string Smt2Problem::text(std::uint64_t depth) const { return writer_->write(depth); }

Encoded to_smt2(const Model& model, const Property& property, std::uint64_t depth) {
  const Smt2Problem problem(model, property);
  if (!problem.refusal().empty()) return {"", problem.refusal()};
  if (model.moves_max) depth = std::min(depth, *model.moves_max);
  return {problem.text(depth), ""};
}

// --- reading answers

namespace {

// The values of the pairs in "((x #b01) (|y z| true) ...)", in order.
class AnswerReader {
 public:
  explicit AnswerReader(std::string_view text) : text_(text) {}

  std::optional<std::vector<std::uint64_t>> run() {
    const std::size_t begin = text_.find("((");
    if (text_.find("sat") >= begin || begin == std::string_view::npos) return std::nullopt;
    at_ = begin + 1;
    std::vector<std::uint64_t> values;
    for (skip_blanks(); at_ < text_.size() && text_[at_] == '('; skip_blanks()) {
      ++at_;
      skip_blanks();
      skip_name();
      const auto value = read_value();
      skip_blanks();
      if (!value || at_ >= text_.size() || text_[at_] != ')') return std::nullopt;
      ++at_;
      values.push_back(*value);
    }
    return values;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
      ++at_;
    }
  }

  void skip_name() {
    if (at_ < text_.size() && text_[at_] == '|') {
      at_ = std::min(text_.find('|', at_ + 1), text_.size() - 1) + 1;
      return;
    }
    while (at_ < text_.size() && text_[at_] != ' ' && text_[at_] != '\n' && text_[at_] != ')')
      ++at_;
  }

  std::optional<std::uint64_t> read_value() {
    skip_blanks();
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("(_ bv")) {
      at_ += 5;
      const auto value = number(10);
      at_ = std::min(text_.find(')', at_), text_.size() - 1) + 1;
      return value;
    }
    if (rest.starts_with("#b") || rest.starts_with("#x")) {
      at_ += 2;
      return number(rest[1] == 'b' ? 2 : 16);
    }
    const bool is_true = rest.starts_with("true");
    if (!is_true && !rest.starts_with("false")) return std::nullopt;
    at_ += is_true ? 4 : 5;
    return is_true ? 1 : 0;
  }

  std::optional<std::uint64_t> number(std::uint64_t base) {
    std::uint64_t value = 0;
    const std::size_t begin = at_;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      std::uint64_t digit = base;
      if (is_digit(c)) digit = static_cast<std::uint64_t>(c - '0');
      if (c >= 'a' && c <= 'f') digit = static_cast<std::uint64_t>(c - 'a') + 10;
      if (digit >= base) break;
      value = value * base + digit;
    }
    if (begin == at_) return std::nullopt;
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<Smt2Problem::Path> Smt2Problem::path(std::uint64_t depth,
                                                   std::string_view answer) const {
  const auto values = AnswerReader(answer).run();
  if (!values || values->size() != writer_->asked_for(depth).size()) return std::nullopt;
  auto next = values->begin();
  const SymbolicModel& model = *asked_.symbolic.model;
  std::vector<bool> bits(model.bits.size(), false);
  for (const SymbolicValue& value : model.values) {
    if (value.width == 0) continue;
    for (std::uint32_t i = 0; i < value.width; ++i) {
      bits[value.first_bit + i] = ((*next >> i) & 1U) != 0;
    }
    ++next;
  }
  Path path;
  path.moves.first = asked_.symbolic.state_of(bits);
  const std::uint64_t last = writer_->frames(depth);
  std::vector<std::vector<bool>> inputs;
  for (std::uint64_t i = 0; i < last + (writer_->has_failure() ? 1 : 0); ++i) {
    std::vector<std::pair<std::uint32_t, bool>> known;
    for (const SymbolicInput& input : model.input_words) {
      for (std::size_t k = 0; k < input.word.width(); ++k) {
        known.emplace_back(node_of(input.word.bits[k]), ((*next >> k) & 1U) != 0);
      }
      ++next;
    }
    inputs.emplace_back();
    for (const Lit input : model.inputs) {
      const auto found = std::find_if(known.begin(), known.end(),
                                      [&](const auto& one) { return one.first == node_of(input); });
      inputs.back().push_back(found != known.end() && found->second);
    }
  }
  bool has_ended = false;
  for (std::uint64_t i = 0; i < last; ++i) {
    const std::uint64_t move = *next++;
    has_ended = has_ended || move >= writer_->moves().size();
    if (!has_ended) {
      path.moves.moves.push_back(asked_.symbolic.firings_of(*writer_->moves()[move], inputs[i]));
    }
    const bool is_broken = writer_->counts_broken() && *next++ != 0;
    has_ended = has_ended || is_broken;
  }
  if (writer_->has_failure()) {
    if (*next >= model.failures.size()) return std::nullopt;
    path.moves.moves.push_back(asked_.symbolic.firings_of(model.failures[*next++], inputs.back()));
  }
  if (writer_->is_lasso()) path.loop_start = static_cast<std::size_t>(*next++);
  return path;
}

}  // namespace clew
