// Known bugs for testing the tests: only the planted build of the engine contains them, one at a
// time, chosen by HOPBENCH_SIM_PLANT. The first ten show on any machine:
//   1 a path's latency is that of its last link     2 work may start before its call is paid for
//   3 staging is limited by its widest part         4 waking the host costs nothing
//   5 no start-up for copies that had to queue      6 no delay between submission and start
//   7 a copy inside a GPU counts its bytes once     8 and does not wait for the memory
//   9 every call costs the default                  10 start-up and transfer overlap
// The others need a machine or an assignment that brings them out:
//  11 cross-NUMA factors ignored                    12 a node's memory does not limit
//  13 staging on the destination's node             14 scale.bandwidth the wrong way round
//  15 both directions of a link share its capacity  16 event stamps not rounded
#pragma once

namespace hopbench::sim {

#ifdef HOPBENCH_SIM_PLANTED_BUILD
// The number in HOPBENCH_SIM_PLANT, 0 when none. Read anew each time, so one test process can try
// them all.
int active_plant();
#define HOPBENCH_PLANTED(number) (::hopbench::sim::active_plant() == (number))
#else
#define HOPBENCH_PLANTED(number) false
#endif

}  // namespace hopbench::sim
