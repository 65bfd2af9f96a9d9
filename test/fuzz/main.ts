// `npm run fuzz -- --minutes N` or `--runs N`, `--seed N`, `--target PART-OF-NAME`: other seeds until the time is over.
import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'
import { SOURCE_TARGETS } from './source-targets.ts'
import { TARGETS } from './targets.ts'
import { typescriptTarget } from './typescript-target.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    target: { type: 'string', default: '' },
  },
})
const end = values.minutes === undefined ? undefined : performance.now() + Number(values.minutes) * 60_000
const isOver = (): boolean => end !== undefined && performance.now() > end
const targets = [...TARGETS, ...SOURCE_TARGETS, await typescriptTarget()].filter(({ name }) =>
  name.includes(values.target),
)
let total = 0
let failed = false
for (let seed = Number(values.seed); ; seed += 1) {
  for (const target of targets) {
    const begun = performance.now()
    const { inputs, findings } = await fuzz(Number(values.runs), seed, isOver, [target])
    total += inputs
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    process.stdout.write(`${target.name}, seed ${seed}: ${inputs} inputs in ${seconds} s\n`)
    for (const { what, input } of findings) {
      failed = true
      process.stdout.write(`${target.name}, seed ${seed}: ${what}\n  ${input}\n`)
    }
  }
  if (end === undefined || isOver() || failed) break
}
process.stdout.write(`${total} inputs\n`)
process.exitCode = failed ? 1 : 0
