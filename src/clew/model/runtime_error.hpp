// What can go wrong while a model runs.  An error is part of the semantics: the move that causes it
// reaches no state, is counted, and is reported with the way that leads to it.
#pragma once

#include <string>

#include "clew/model/model.hpp"

namespace clew {

enum class ErrorKind : std::uint8_t {
  DivisionByZero,
  DivisionOverflow,  // the most negative value divided by -1
  ShiftOutOfRange,
  IndexOutOfRange,
  ValueOutOfRange,  // stored into a slot that cannot hold it
  WriteConflict,    // two processes of a synchronous system write one global value in one step
  NullReference,
  NoSuchProcess,  // it has ended, or was not started yet
  TooManyParts,   // more processes or heap objects than a state can hold
  StateTooLarge,  // more values than a state can hold
  EndlessMove,    // an exclusive sequence comes back to a state it has been in
  LongMove,       // an exclusive sequence takes more steps than anybody can follow
  BlockedMove,    // a sequence that must not block does
  NoSuchChannel,
  PollsRendezvous,   // a test of the contents of a channel that never has any
  RendezvousWithin,  // a rendezvous inside a sequence that must not block
  MessageTooLong,    // or too short: not as many items as its channel carries
  AsksItself,        // a process asks whether it is itself enabled
};

struct RuntimeError {
  ErrorKind kind = ErrorKind::DivisionByZero;
  SourceSpan span;
  Value value = 0;  // the index, value or shift count at fault
  Range allowed;
  std::string name;  // of the variable concerned, if there is one
};

// "index 5 is outside 0..3 of 'flag'"
std::string text_of(const RuntimeError& error);

}  // namespace clew
