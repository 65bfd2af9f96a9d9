// What a compilation holds is in proportion to its configs: neither where each value was written, which only mistakes need, nor the pieces
// of the texts that digests are made of.
import { Session } from 'node:inspector/promises'
import { getHeapStatistics } from 'node:v8'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { readYaml } from '../../compiler/read/yaml.ts'
import { recompileProject } from '../../compiler/recompile-project.ts'
import { sha256 } from '../support/bundle.ts'
import { tinyCatalog } from '../support/tiny-catalog.ts'

const COUNT = 30

const config = {
  strategy: { mode: 'loadbalance' },
  targets: Array.from({ length: 200 }, (_, index) => ({
    provider: '@main',
    weight: index + 1,
    override_params: { model: `model-${index}`, max_tokens: index + 1 },
  })),
}
const texts = Array.from(
  { length: COUNT },
  (_, index) => `${stringify(config)}request_timeout: ${index + 1}000\n`,
)

const session = new Session()
session.connect()

/** The bytes that a result holds, for each config. */
async function heldBy(make: () => unknown): Promise<number> {
  const used = async (): Promise<number> => {
    await session.post('HeapProfiler.collectGarbage')
    return getHeapStatistics().used_heap_size
  }
  const before = await used()
  const result = make()
  const after = await used()
  expect(result).toBeDefined()
  return (after - before) / COUNT
}

const values = await heldBy(() => texts.map(() => structuredClone(config)))

it('a source that was read holds its value', async () => {
  const held = await heldBy(() =>
    texts.map((text, index) => readYaml({ name: `${index}.yaml`, text }, () => expect.fail())),
  )
  expect(held / values).toBeLessThan(1.5)
})

it('a project that is compiled again after changes holds its plans and their texts', async () => {
  const manifest = {
    source: { name: 'gateway.yaml', text: 'providers: { main: { provider: fast } }' },
    read: readYaml,
  }
  const held = await heldBy(() =>
    recompileProject(
      undefined,
      {
        manifest,
        configs: new Map(
          texts.map((text, index) => [
            `c${index}`,
            { source: { name: `${index}.yaml`, text }, read: readYaml },
          ]),
        ),
      },
      tinyCatalog,
      sha256,
    ),
  )
  expect(held / values).toBeLessThan(12)
})
