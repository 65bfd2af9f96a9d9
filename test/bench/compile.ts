// `node test/bench/compile.ts`: what the compiler takes for large projects, each figure beside its aim. Everything is measured
// in a process of its own, without its start and its imports, as CPU time: others may use the machine too. Of several runs,
// which alternate where two are compared, the least counts.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { SCENARIOS } from './compile-scenarios.ts'
import { makeConfigFolder } from './config-folder.ts'

const RUNS = 5
const FILE = new URL('./measure-scenario.ts', import.meta.url).pathname

interface Measured {
  /** CPU time in milliseconds. */
  readonly cpu: number
  /** The most memory, in MB. */
  readonly memory: number
}

const folder = makeConfigFolder(1_000)

function leastOf(names: readonly (keyof typeof SCENARIOS)[]): readonly Measured[] {
  const least = names.map(() => ({ cpu: Number.POSITIVE_INFINITY, memory: Number.POSITIVE_INFINITY }))
  for (let run = 0; run < RUNS; run += 1)
    for (const [index, name] of names.entries()) {
      const out = execFileSync(process.execPath, [FILE, name, folder], { encoding: 'utf8' })
      const { cpu, memory } = JSON.parse(out) as Measured
      const before = least[index] ?? { cpu, memory }
      least[index] = { cpu: Math.min(before.cpu, cpu), memory: Math.min(before.memory, memory) }
    }
  return least
}

const ratio = (one: Measured | undefined, other: Measured | undefined): string =>
  ((one?.cpu ?? 0) / (other?.cpu ?? 1)).toFixed(2)
const seconds = ({ cpu }: Measured): string => `${(cpu / 1_000).toFixed(2)} s`

const print = (what: string, measured: string, aim: string): void =>
  console.log(`| ${what} | ${measured} | ${aim} |`)

console.log('| measured | least of 5 | aim |\n|---|---|---|')

const [check, floor] = leastOf(['check of 1,000 configs', 'package and validator alone'])
print(
  '`check` of 1,000 YAML configs, against the package `yaml` and the generated validator alone',
  `${ratio(check, floor)} times (${check?.cpu.toFixed(0)} ms)`,
  '1.5 times',
)
const [warm] = leastOf(['one change of 1,000 configs'])
print('the same again after one change', `${warm?.cpu.toFixed(0)} ms`, '50 ms')
for (const [name, aim] of [
  ['10,000 targets, 2,000 conditions', '2 s, 512 MB'],
  ['10,000 targets, 2,000 conditions of all kinds', '2 s, 512 MB'],
  ['2,000 regular expressions', '3 s'],
  ['a difference of 2,000 values', '2 s'],
  ['a difference of 2,000 ranges', '2 s'],
  ['a difference of 25 balancers of 25 targets', '2 s, 300 MB'],
  ['a difference of 50 balancers of 50 targets', '2 s, 300 MB'],
  ['a difference of 100 balancers of 100 targets', '2 s, 300 MB'],
] as const) {
  const [measured] = leastOf([name])
  if (measured) print(name, `${seconds(measured)}, ${measured.memory.toFixed(0)} MB`, aim)
}
const [config, program] = leastOf(['a TypeScript config', 'its types alone'])
print(
  'a TypeScript config, against `createProgram` with diagnostics alone',
  `${ratio(config, program)} times (${config?.cpu.toFixed(0)} ms)`,
  '1.3 times',
)
rmSync(folder, { recursive: true })
