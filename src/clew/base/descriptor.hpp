// A file descriptor that closes itself.
//
//   const Descriptor file(::open("queue.h", O_RDONLY | O_CLOEXEC));
//   if (file.is_open()) ...
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <utility>

namespace clew {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }

  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }
  // From now on it is somebody else's to close.
  int release() { return std::exchange(number_, -1); }
  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  // A name that leads to the file that is open, whatever has become of its own.
  std::string as_path() const { return fmt::format("/proc/self/fd/{}", number_); }

  // Appends what can be read from here on.  False if that fails.
  bool read_all(std::string& bytes) const {
    std::array<char, 65536> buffer;
    while (true) {
      const ssize_t count = ::read(number_, buffer.data(), buffer.size());
      if (count == 0) return true;
      if (count > 0) bytes.append(buffer.data(), static_cast<std::size_t>(count));
      if (count < 0 && errno != EINTR) return false;
    }
  }
  // False if not all of it could be written.
  bool write_all(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::write(number_, bytes.data(), bytes.size());
      if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
      if (count < 0 && errno != EINTR) return false;
    }
    return true;
  }

 private:
  int number_;
};

}  // namespace clew
