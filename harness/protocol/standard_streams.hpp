#pragma once

namespace hopbench {

/// Puts /dev/null in the place of standard streams that are closed, so that no file of ours gets
/// their numbers and what others print; writing to such a stdout still fails.
void keep_standard_streams();

}  // namespace hopbench
