// Known bugs for testing the tests: only the planted build of the engine contains them, one at a
// time by HOPBENCH_SIM_PLANT.
//  1 latency of one link instead of the sum        2 cross-NUMA factors ignored
//  3 staged rate is the largest of its limits      4 waking the host costs nothing
//  5 event stamps rounded up                       6 memory bandwidth of the node does not limit
//  7 an operation may start before its call is paid  8 staged copies use the destination's node
//  9 scale.bandwidth applied the wrong way round   10 copy submission delay left out
// 11 both directions of a link share one capacity  12 start-up of a copy overlaps its transfer
#pragma once

namespace hopbench::sim {

#ifdef HOPBENCH_SIM_PLANTED_BUILD
// The number in HOPBENCH_SIM_PLANT, 0 when none.
int active_plant();
#define HOPBENCH_PLANTED(number) (::hopbench::sim::active_plant() == (number))
#else
#define HOPBENCH_PLANTED(number) false
#endif

}  // namespace hopbench::sim
