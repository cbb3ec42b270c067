// Accesses to closed pages raise a signal; the memory opens them. Device code that touches an
// address which is not there raises one too; it becomes the device's error.
#pragma once

namespace hopbench::sim {

// Installs the handler once. Faults of host code go to whoever handled them before.
void install_device_fault_handler();

}  // namespace hopbench::sim
