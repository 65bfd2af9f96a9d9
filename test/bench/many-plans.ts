// `npm run bench -- many-plans`: the start and the memory of a gateway with a thousand plans in its bundle, against one plan.
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'
import { runtimeCatalog } from '../../runtime/process/catalog.ts'
import type { Bundle } from '../../schemas/generated/types.ts'
import { median } from './bench-process.ts'
import { machineLoad, memoryOf, startGateway } from './served-process.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, plans: { type: 'string', default: '1000' } },
  allowPositionals: true,
})
const source = (name: string, value: object) => ({
  source: { name, text: JSON.stringify(value) },
  read: readJson,
})

/** Plans of a fallback over a conditional, no two alike. */
function bundleOf(count: number): Bundle {
  const mock = (model: string) => ({ provider: '@mock', override_params: { model } })
  const configOf = (at: number): object => ({
    strategy: { mode: 'fallback' },
    targets: [
      {
        strategy: {
          mode: 'conditional',
          conditions: [{ query: { 'metadata.team': `team-${at}` }, then: 'own' }],
          default: 'usual',
        },
        targets: [
          { name: 'own', ...mock(`own-${at}`) },
          { name: 'usual', ...mock('usual') },
        ],
      },
      { ...mock('echo'), retry: { attempts: 2 } },
    ],
  })
  const { bundle, diagnostics } = compileProject(
    {
      manifest: source('gateway.json', { listen: { port: 0 }, providers: { mock: { provider: 'mock' } } }),
      configs: new Map(
        Array.from({ length: count }, (_, at) => [`c${at}`, source(`c${at}.json`, configOf(at))]),
      ),
    },
    runtimeCatalog(),
    text => createHash('sha256').update(text).digest('hex'),
  )
  if (bundle === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return bundle
}

const bundles = [bundleOf(1), bundleOf(Number(values.plans))]
const starts: number[][] = [[], []]
const memory: number[][] = [[], []]
for (let round = 0; round < Number(values.rounds); round += 1)
  for (const [at, bundle] of bundles.entries()) {
    const served = await startGateway(bundle, 1)
    starts[at]?.push(served.startedIn)
    memory[at]?.push(memoryOf(served))
    served.stop()
  }
const [one = 0, many = 0] = starts.map(median)
const [ofOne = 0, ofMany = 0] = memory.map(median)
process.stdout.write(
  `start: ${one.toFixed(0)} ms with one plan, ${many.toFixed(0)} ms with ${values.plans}: ${(many / one).toFixed(2)} times; memory ${ofOne.toFixed(0)} and ${ofMany.toFixed(0)} MB; load of the machine ${machineLoad()}\n`,
)
process.exit(0)
