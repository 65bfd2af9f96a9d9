// A config that was saved by API: one object with its labels and the text in use, and one immutable object for each version.
import { asCount, asObject, asText, type JsonObject, parseJson } from '../../../../schemas/values/json.ts'
import { linkDerivedIds } from '../../../../schemas/values/uuid.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { findResourceNamed } from '../../core/find-named.ts'
import type { Kind } from '../../core/kind.ts'
import type { Resource, ResourceStore } from '../../core/resource-store.ts'
import { versionKey } from '../../core/version-key.ts'

/** The kind of saved configs, which are named by their slugs. */
export const CONFIG = 'config'
/** The kind of their versions, named `slug/00000001`. */
export const CONFIG_VERSION = 'config-version'

export const CONFIG_KINDS: readonly Kind[] = [
  {
    name: CONFIG,
    owner: 'client',
    replicated: true,
    signed: 'value',
    sealed: 'never',
    scopes: ['configs'],
    audited: true,
    exported: false,
  },
  {
    name: CONFIG_VERSION,
    owner: 'client',
    replicated: false,
    signed: 'value',
    sealed: 'never',
    scopes: ['configs'],
    audited: true,
    exported: false,
  },
]

export const LIVE_LABEL = 'live'

export interface SavedConfig {
  readonly id: string
  readonly slug: string
  readonly name: string
  /** The slug of the workspace. */
  readonly workspace: string
  readonly status: 'active' | 'archived'
  /** The number of the newest version. */
  readonly latest: number
  /** `live` is in use. */
  readonly labels: Readonly<Record<string, number>>
  /** The text of the version in use, as JSON, and the digest of its plan. */
  readonly text: string
  readonly plan: string
  readonly created_at: string
  readonly last_updated_at: string
}

export interface SavedVersion {
  readonly version: number
  readonly text: string
  readonly plan: string
  readonly created_by: string
  readonly message: string | null
  readonly created_at: string
}

export function savedConfigOf({ id: slug, value }: Resource): SavedConfig {
  const labels = Object.entries(asObject(value['labels'])).flatMap(([name, version]) => {
    const number = asCount(version)
    return number === undefined ? [] : [[name, number] as const]
  })
  return {
    id: asText(value['id']) ?? '',
    slug,
    name: asText(value['name']) ?? slug,
    workspace: asText(value['workspace']) ?? '',
    status: value['status'] === 'archived' ? 'archived' : 'active',
    latest: asCount(value['latest']) ?? 0,
    labels: Object.fromEntries(labels),
    text: asText(value['text']) ?? '',
    plan: asText(value['plan']) ?? '',
    created_at: asText(value['created_at']) ?? '',
    last_updated_at: asText(value['last_updated_at']) ?? '',
  }
}

export const configValue = ({ slug: _, ...value }: SavedConfig): JsonObject => ({ ...value })

export const savedVersionOf = ({ value }: Resource): SavedVersion => ({
  version: asCount(value['version']) ?? 0,
  text: asText(value['text']) ?? '',
  plan: asText(value['plan']) ?? '',
  created_by: asText(value['created_by']) ?? '',
  message: asText(value['message']) ?? null,
  created_at: asText(value['created_at']) ?? '',
})

export const versionValue = (version: SavedVersion): JsonObject => ({ ...version })

/** The number that a version is called by: a number, a label, `latest`, or `published`, which is what is live. */
export function numberOfVersion({ labels, latest }: SavedConfig, name: string): number | undefined {
  if (name === 'latest') return latest
  if (name === 'published') return labels[LIVE_LABEL] ?? latest
  return /^[1-9]\d{0,7}$/.test(name) ? Number(name) : Object.hasOwn(labels, name) ? labels[name] : undefined
}

/** Whether the text of a config names a secret reference, or any without a slug. A JSON text may spell it in several ways. */
export const namesSecret = (text: string, slug?: string): boolean =>
  JSON.stringify(parseJson(text) ?? null).includes(`\${secret:${slug === undefined ? '' : `${slug}}`}`)

/** A version by its number. */
export async function readSavedVersion(
  store: ResourceStore,
  slug: string,
  version: number,
): Promise<SavedVersion | undefined> {
  const found = await store.read(CONFIG_VERSION, versionKey(slug, version))
  return found && savedVersionOf(found)
}

type Sources = Pick<ControlSources, 'plans' | 'hash' | 'replica'>

/** The slug of a config, by its slug or identifier; undefined where calls of the workspace cannot name one so. */
export function configOfWorkspace(
  { plans, hash, replica }: Sources,
  workspace: string,
  name: string,
): string | undefined {
  const slug = linkDerivedIds(hash, 'config', () => Object.keys(plans))(name)
  if (slug !== undefined || Object.hasOwn(plans, name)) return slug ?? name
  const found = replica && findResourceNamed(replica, CONFIG, name)
  return found?.value['workspace'] === workspace ? found.id : undefined
}
