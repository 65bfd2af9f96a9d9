// The cost of work in units that a slow or a busy machine does not change: processor time of this thread, against the
// time of a fixed piece of work measured beside it. It distinguishes linear cost in the length of a text from
// quadratic cost; speed itself belongs to the benchmarks.
import { cpuUsage, threadCpuUsage } from 'node:process'

/** Before Node 23.9 only the time of the whole process is available, with that of other threads. */
const usage: (since?: NodeJS.CpuUsage) => NodeJS.CpuUsage = threadCpuUsage ?? cpuUsage

const FIXED = JSON.stringify(Array.from({ length: 8_000 }, (_, at) => ({ id: at, name: `a name of ${at}` })))

function processorTime(work: () => void): number {
  const start = usage()
  work()
  const { user, system } = usage(start)
  return user + system
}

function yardstick(): number {
  return processorTime(() => {
    for (let turn = 0; turn < 4; turn += 1) JSON.stringify(JSON.parse(FIXED))
  })
}

yardstick()

/** Microseconds below which the yardstick was not measured: some systems account a thread's time in ticks, or late. */
const LEAST = 1_000
const ATTEMPTS = 10

/** What `work` costs, as a multiple of some ten milliseconds' work on a machine of 2025. It may be run several times. */
export function effort(work: () => void): number {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = yardstick()
    const spent = processorTime(work)
    const longest = Math.max(before, yardstick())
    if (longest >= LEAST) return spent / longest
  }
  throw new Error('The processor time of this thread cannot be measured here.')
}
