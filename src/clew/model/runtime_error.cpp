#include "clew/model/runtime_error.hpp"

#include <fmt/format.h>

#include "clew/base/text.hpp"

namespace clew {

std::string text_of(const RuntimeError& error) {
  const std::string& name = error.name;
  switch (error.kind) {
    case ErrorKind::DivisionByZero: return "division by zero";
    case ErrorKind::DivisionOverflow: return "dividing the smallest 32-bit value by -1 overflows";
    case ErrorKind::ShiftOutOfRange:
      return fmt::format("shift count {} is outside 0..31", error.value);
    case ErrorKind::IndexOutOfRange:
      if (name.empty()) {
        return fmt::format("index {} is outside {}..{}", error.value, error.allowed.low,
                           error.allowed.high);
      }
      return fmt::format("index {} is outside {}..{} of '{}'", error.value, error.allowed.low,
                         error.allowed.high, name);
    case ErrorKind::ValueOutOfRange:
      return fmt::format("value {} is outside {}..{} of '{}'", error.value, error.allowed.low,
                         error.allowed.high, name);
    case ErrorKind::WriteConflict:
      return fmt::format("two processes write '{}' in the same step", name);
    case ErrorKind::NullReference: return "null has no value to read or write";
    case ErrorKind::NoSuchProcess: return "the process does not exist";
    case ErrorKind::TooManyParts:
      return fmt::format("a state holds at most {} of them", error.allowed.high);
    case ErrorKind::StateTooLarge:
      return fmt::format("a state holds at most {} values", error.allowed.high);
    case ErrorKind::LongMove:
      return fmt::format("the atomic sequence takes more than {} steps", error.allowed.high);
    case ErrorKind::EndlessMove: return "the atomic sequence never ends";
    case ErrorKind::BlockedMove: return "the d_step blocks after its first statement";
    case ErrorKind::NoSuchChannel:
      return error.value == 0 ? "the channel variable holds no channel"
                              : fmt::format("there is no channel number {}", error.value);
    case ErrorKind::PollsRendezvous:
      return fmt::format("'{}' is a rendezvous channel: it holds no messages to test", name);
    case ErrorKind::RendezvousWithin: return "a rendezvous send within a d_step";
    case ErrorKind::MessageTooLong:
      return fmt::format("channel '{}' carries {}, found {}", name,
                         counted(static_cast<std::uint64_t>(error.allowed.high), "item"),
                         error.value);
    case ErrorKind::AsksItself: return "a process asks whether it is itself enabled";
  }
  return {};
}

}  // namespace clew
