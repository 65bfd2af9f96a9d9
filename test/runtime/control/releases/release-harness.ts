// Releases of small projects in a store of the process.
import { createHash } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { compileProject } from '../../../../compiler/project.ts'
import { readJson } from '../../../../compiler/read/json.ts'
import type { ResourceStore } from '../../../../runtime/control/core/resource-store.ts'
import {
  type PushInput,
  type PushResult,
  pushRelease,
} from '../../../../runtime/control/releases/push-release.ts'
import { openSqliteStore } from '../../../../runtime/stores/resources/sqlite/sqlite-store.ts'
import type { Bundle } from '../../../../schemas/generated/types.ts'
import { sha256 } from '../../../support/bundle.ts'
import { tinyCatalog } from '../../../support/tiny-catalog.ts'

const input = (name: string, value: object) => ({
  source: { name, text: JSON.stringify(value) },
  read: readJson,
})

/** The bundle of configs that each call one model, with the names of keys in its manifest; `config` is of each. */
export function bundleWith(
  models: Readonly<Record<string, string>>,
  keys: readonly string[] = [],
  more: object = {},
  config: object = {},
): Bundle {
  const manifest = {
    providers: { mock: { provider: 'mock' } },
    api_keys: keys.map(id => ({ id, hash: `sha256:${sha256(id)}` })),
    ...more,
  }
  const configs = Object.entries(models).map(
    ([id, model]) =>
      [id, input(`${id}.json`, { provider: '@mock', override_params: { model }, ...config })] as const,
  )
  const { bundle, diagnostics } = compileProject(
    { manifest: input('gateway.json', manifest), configs: new Map(configs) },
    tinyCatalog,
    sha256,
  )
  if (bundle === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return bundle
}

export const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Closed when the test is over. */
export async function newStore(): Promise<ResourceStore> {
  const store = await openSqliteStore(':memory:')
  onTestFinished(() => store.close())
  return store
}

export const by = (name: string, at = 1) => ({ by: name, at })

export const push = (
  store: ResourceStore,
  bundle: Bundle,
  more: Partial<PushInput> = {},
): Promise<PushResult> =>
  pushRelease(store, { project: 'main', bundle, pushed: by('ann'), promote: true, ...more }, hashBytes)

/** Three releases, each live after the other. */
export async function threeReleases(): Promise<ResourceStore> {
  const store = await newStore()
  for (const [index, model] of ['a', 'b', 'c'].entries())
    await push(store, bundleWith({ chat: model, fast: index === 2 ? 'y' : 'x' }))
  return store
}
