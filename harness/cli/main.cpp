#include "harness/cli/application.hpp"

int main(int argc, char** argv) {
    return hopbench::cli::run_application(argc, argv);
}
