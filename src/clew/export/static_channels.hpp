// How the channels of a model are said in plainer words.  A part of plain_model (static_model.hpp).
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "clew/export/static_expressions.hpp"

namespace clew {

// A handshake in which receivers look at the message: for every combination of values that somebody
// looks for there is a channel of its own.
struct SplitHandshake {
  struct Position {
    bool is_split = false;
    std::set<Value> values;   // that somebody looks for or sends
    bool has_others = false;  // values that only the state tells are sent
  };
  std::vector<Position> positions;
  // By the value at each position that is split; nothing stands for all the others.
  using Key = std::vector<std::optional<Value>>;
  std::map<Key, ChannelId> channels;
};

struct PlainChannels {
  std::map<std::size_t, SplitHandshake> handshakes;  // by the number of the channel - 1
  std::map<std::size_t, ChannelId> buffers;          // that stay channels
  std::map<std::size_t, BufferCells> cells;          // that become variables
};

// Looks at everything that is said over channels, and declares in `to` what is needed for it.
// REQUIRES: `expressions` copies from `from` to `to`, whose process types are declared.
PlainChannels plan_channels(const Model& from, Model& to, PlainExpressions& expressions,
                            const State& initial, Refusal& refuse);

}  // namespace clew
