// Adapters are loaded by the providers that are named.
import { expect, test } from 'vitest'
import { adapterTables } from '../../../runtime/providers/all-adapters.ts'
import { createLoadedAdapters } from '../../../runtime/providers/registry.ts'
import { catalogue } from '../../../schemas/generated/catalogue.ts'

const specOf = (id: string) => {
  const found = catalogue.find(spec => spec.id === id)
  if (found === undefined) throw new Error(`The catalogue has no provider "${id}".`)
  return found
}

test('loads all adapters that the compiler knows', async () => {
  const loaded = createLoadedAdapters()
  await loaded.loadAll()
  for (const [dialect, adapter] of Object.entries(adapterTables.dialects))
    expect(loaded.ofDialect({ dialect: dialect as keyof typeof adapterTables.dialects })).toBe(adapter)
  for (const [id, adapter] of Object.entries(adapterTables.providers))
    expect(loaded.ofProvider({ id })).toBe(adapter)
})

test('loads the adapters of named providers, and reports the use of another as a bug', async () => {
  const loaded = createLoadedAdapters()
  await loaded.load([specOf('anthropic'), specOf('mistral'), specOf('deepseek')])
  expect(loaded.ofDialect(specOf('anthropic'))).toBe(adapterTables.dialects.anthropic)
  expect(loaded.ofProvider(specOf('mistral'))).toBe(adapterTables.providers.mistral)
  expect(loaded.ofDialect(specOf('deepseek'))).toBeUndefined()
  expect(loaded.ofProvider(specOf('deepseek'))).toBeUndefined()
  expect(() => loaded.ofDialect(specOf('bedrock'))).toThrow('"cloud1" is used before it is loaded')
  expect(() => loaded.ofProvider(specOf('together'))).toThrow('"together" is used before it is loaded')
})
