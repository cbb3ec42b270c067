// What is wrong with a model file or an assignment to it, and what to do about it.
#pragma once

#include <stdexcept>
#include <string>

namespace hopbench::sim {

class ModelError : public std::runtime_error {
  public:
    // field: path inside the file ("gpus.0.bdf"); why and remedy complete the one line the user
    // sees.
    ModelError(const std::string& field, const std::string& why, const std::string& remedy)
        : std::runtime_error(field + ": " + why + " (" + remedy + ")") {}
};

}  // namespace hopbench::sim
