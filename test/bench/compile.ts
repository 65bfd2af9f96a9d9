// `node test/bench/compile.ts`: the time that large projects take to compile, in seconds, with the memory of the process. A
// measurement, not a test: it depends on the machine.
import { createHash } from 'node:crypto'
import { cliCatalog } from '../../compiler/cli/cli-catalog.ts'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'

const list = <T>(length: number, item: (index: number) => T): readonly T[] =>
  Array.from({ length }, (_, index) => item(index))

const PATTERNS: readonly ((index: number) => string)[] = [
  index => `^user-${index}-[a-z]+$`,
  index => `^(paid|free)-${index}$`,
  index => `^eu-.*-${index}$`,
  index => `^[\\w.+-]+@team${index}\\.example$`,
  index => `(?i)hello ${index}`,
  index => `^(gpt|claude)-[0-9]+(\\.[0-9]+)?-${index}(-.*)?$`,
]

const routing = (targets: number, conditions: number, query: (index: number) => object): object => ({
  strategy: {
    mode: 'conditional',
    conditions: list(conditions, index => ({
      query: { 'metadata.user': query(index) },
      then: `t${index % targets}`,
    })),
    default: 't0',
  },
  targets: list(targets, index => ({
    name: `t${index}`,
    provider: 'mock',
    override_params: { model: `model-${index}` },
  })),
})

const fallback = (index: number): object => ({
  strategy: { mode: 'fallback' },
  retry: { attempts: 2 },
  targets: [
    { provider: 'mock', override_params: { model: `model-${index}` } },
    {
      strategy: { mode: 'loadbalance' },
      targets: [
        { provider: 'mock', weight: 3 },
        { provider: 'mock', weight: 7 },
      ],
    },
  ],
})

const PROJECTS: readonly (readonly [name: string, configs: readonly object[]])[] = [
  [
    '2,000 regular expressions',
    [routing(10, 2_000, index => ({ $regex: PATTERNS[index % PATTERNS.length]?.(index) }))],
  ],
  ['1,000 configs', list(1_000, fallback)],
  ['10,000 targets, 2,000 conditions', [routing(10_000, 2_000, index => ({ $eq: `user-${index}` }))]],
]

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

for (const [name, values] of PROJECTS) {
  const configs = new Map(
    values.map((value, index) => [
      `config-${index}`,
      { source: { name: `config-${index}.json`, text: JSON.stringify(value) }, read: readJson },
    ]),
  )
  const start = performance.now()
  const { bundle } = compileProject({ configs }, cliCatalog(), sha256)
  const seconds = (performance.now() - start) / 1_000
  const memory = process.memoryUsage.rss() / 2 ** 20
  console.log(
    `${name}: ${bundle === undefined ? 'refused' : `${seconds.toFixed(2)} s`}, ${memory.toFixed(0)} MB`,
  )
}
