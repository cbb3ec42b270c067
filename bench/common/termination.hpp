#pragma once

namespace hopbench {

/// Makes SIGTERM end the process with exit code 143: at once, or, while a WritingSection lives,
/// when that ends. A CUDA call that never returns can't hold it up, and no line is cut.
void install_termination_handler();

/// A line is being written. One at a time, in the main thread.
class WritingSection {
  public:
    WritingSection() noexcept;
    ~WritingSection();
    WritingSection(const WritingSection&) = delete;
    WritingSection& operator=(const WritingSection&) = delete;
};

}  // namespace hopbench
