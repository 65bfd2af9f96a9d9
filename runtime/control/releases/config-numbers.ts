// The versions of configs that a label selects, by their numbers: what `chat@7` names.
import type { Hash } from '../../../compiler/plan/emit.ts'
import { asCount, asObject, parseJson } from '../../../schemas/values/json.ts'
import type { ResourceStore } from '../core/resource-store.ts'
import type { Label } from './label.ts'
import { readRelease } from './release.ts'

export type ConfigNumbers = ReadonlyMap<string, number>

/** Empty if the store has none, or others than were pushed. */
export async function readConfigNumbers(
  store: ResourceStore,
  project: string,
  { selection }: Pick<Label, 'selection'>,
  hash: Hash,
): Promise<ConfigNumbers> {
  const release = await readRelease(store, project, selection.release)
  const bytes = release && (await store.readBlob(release.versions))
  const text = bytes && new TextDecoder().decode(bytes)
  if (text === undefined || hash(text) !== release?.versions) return new Map()
  const numbers = new Map(
    Object.entries(asObject(parseJson(text))).flatMap(([config, of]) => {
      const version = asCount(asObject(of)['version'])
      return version === undefined ? [] : [[config, version] as const]
    }),
  )
  for (const [config, selected] of Object.entries(selection.configs ?? {}))
    if (selected !== null) numbers.set(config, selected.version)
  return numbers
}
