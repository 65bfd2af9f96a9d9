// Priority of the thread that writes logs. Where CPUs are busy, the system gives them to the threads that serve requests first:
// records wait in a queue that is bounded, clients do not.
import { getPriority, setPriority } from 'node:os'

/** How much lower than that of the process the priority is, as `nice` counts: about a tenth of a CPU that others want whole. */
const NICENESS = 10
const LOWEST = 19

/** Lowers the priority of the calling thread on Linux. Elsewhere a priority is that of the whole process, and stays. */
export function yieldToRequests(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, Math.min(LOWEST, getPriority(0) + NICENESS))
  } catch {
    // A sandbox may forbid it. The thread writes the same, it only competes for the CPUs.
  }
}
