// Runs damaged samples through the targets: none may throw, contradict itself or take long.
import { damaged } from './damage.ts'
import type { FuzzTarget } from './fuzz-target.ts'
import { TARGETS } from './targets.ts'

/** An input of at most 64 KiB takes milliseconds of the processor, however busy the machine is; one that takes so many hangs. */
const HANGS = 5000

const processorTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export interface FuzzFinding {
  readonly target: string
  /** The sentence or the exception. */
  readonly what: string
  /** In base64. */
  readonly input: string
}

/** `runs` inputs for each target, until `isOver`. The first finding of a target ends it. */
export async function fuzz(
  runs: number,
  seed: number,
  isOver: () => boolean = () => false,
  targets: readonly FuzzTarget[] = TARGETS,
): Promise<{ readonly inputs: number; readonly findings: readonly FuzzFinding[] }> {
  const findings: FuzzFinding[] = []
  let inputs = 0
  for (const { name, samples, run, pieces, share = 1 } of targets) {
    for (const input of damaged(samples, Math.ceil(runs * share), seed, pieces)) {
      if (isOver()) break
      inputs += 1
      const begun = processorTime()
      let what: string | undefined
      try {
        const result = run(input)
        what = result instanceof Promise ? await result : result
      } catch (bug) {
        what = bug instanceof Error ? (bug.stack ?? bug.message) : String(bug)
      }
      if (processorTime() - begun > HANGS) what ??= `It took more than ${HANGS} ms.`
      if (what === undefined) continue
      findings.push({ target: name, what, input: Buffer.from(input).toString('base64') })
      break
    }
  }
  return { inputs, findings }
}
