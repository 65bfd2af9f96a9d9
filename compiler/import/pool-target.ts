// Credentials of one model that a gateway chooses among while it runs, as a pool of stored providers.
import { asObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import { asIdentifier, type ProjectDraft, uniqueName } from './project-draft.ts'

export interface ImportedMember {
  readonly slug: string
  /** The names that are sent, by those of requests; absent if names are sent as they are. */
  readonly models?: Readonly<Record<string, string>>
  readonly weight: number
  readonly tier: number
  readonly limits?: JsonObject
}

/** Adds a pool to the manifest, and returns its slug. */
export function addPool(
  { manifest }: Pick<ProjectDraft, 'manifest'>,
  name: string,
  members: readonly ImportedMember[],
  settings: JsonObject,
): string {
  const providers = asObject(manifest['providers']) as Record<string, Json>
  const slug = uniqueName(asIdentifier(name), taken => Object.hasOwn(providers, taken))
  const list: Record<string, Json> = {}
  const models: Record<string, Record<string, Json>> = {}
  for (const { slug: own, weight, tier, limits, models: sent = {} } of members) {
    const member = uniqueName(asIdentifier(own), taken => Object.hasOwn(list, taken))
    list[member] = {
      provider: `@${own}`,
      ...(weight !== 1 && { weight }),
      ...(tier !== 1 && { tier }),
      ...(limits && Object.keys(limits).length > 0 && { limits }),
    }
    for (const [model, sentName] of Object.entries(sent))
      models[model] = { ...models[model], [member]: sentName }
  }
  const hasModels = Object.keys(models).length > 0
  providers[slug] = { pool: { ...settings, ...(hasModels && { models }), members: list } }
  manifest['providers'] = providers
  return slug
}

/** Whether a target, or one below it, calls a pool of the manifest: which member that is, is decided by what happens at run time. */
export function callsPool(target: Json, { manifest }: Pick<ProjectDraft, 'manifest'>): boolean {
  const pools = Object.entries(asObject(manifest['providers'])).flatMap(([slug, provider]) =>
    asObject(provider)['pool'] === undefined ? [] : [`"@${slug}"`],
  )
  const text = pools.length === 0 ? '' : JSON.stringify(target)
  return pools.some(name => text.includes(name))
}
