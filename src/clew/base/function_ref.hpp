// A callable somebody else owns: two pointers, no allocation.  For parameters only; it must not
// outlive the call it was made for.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace clew {

template <class Signature>
class FunctionRef;

template <class Result, class... Args>
class FunctionRef<Result(Args...)> {
 public:
  template <class Callable>
  requires(!std::is_same_v<std::remove_cvref_t<Callable>, FunctionRef> &&
           std::is_invocable_r_v<Result, Callable&, Args...>)
      FunctionRef(Callable&& callable)  // NOLINT: implicit on purpose, like std::function
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
        call_([](void* object, Args... args) -> Result {
          auto& target = *static_cast<std::remove_reference_t<Callable>*>(object);
          if constexpr (std::is_void_v<Result>) {
            target(std::forward<Args>(args)...);
          } else {
            return target(std::forward<Args>(args)...);
          }
        }) {}

  Result operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

 private:
  void* object_;
  Result (*call_)(void*, Args...);
};

}  // namespace clew
