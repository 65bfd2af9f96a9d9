// A config that was saved by API: one object with its labels and the text in use, and one immutable object for each version.
import { asText, parseJson } from '../../../../schemas/values/json.ts'
import { linkDerivedIds } from '../../../../schemas/values/uuid.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { findResourceNamed } from '../../core/find-named.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import { indexBy, statusValue } from '../../core/listing.ts'
import type { ResourceIndex } from '../../core/resource-index.ts'
import type { ResourceStore } from '../../core/resource-store.ts'
import { COUNT, COUNTS, choice, KEY, NAME, storedForm, TEXT, TEXT_OR_NULL } from '../../core/stored-form.ts'
import { versionKey } from '../../core/version-key.ts'

/** The kind of saved configs, which are named by their slugs. */
export const CONFIG = 'config'
/** The kind of their versions, named `slug/00000001`. */
export const CONFIG_VERSION = 'config-version'

export const CONFIG_KINDS: readonly Kind[] = [
  clientKind({ name: CONFIG, signed: 'value', sealed: 'never', scopes: ['configs'] }),
  clientKind({
    name: CONFIG_VERSION,
    replicated: false,
    signed: 'value',
    sealed: 'never',
    scopes: ['configs'],
  }),
]

export const LIVE_LABEL = 'live'

export const CONFIG_FORM = storedForm(CONFIG, {
  id: TEXT,
  slug: KEY,
  name: NAME,
  /** The slug of the workspace. */
  workspace: TEXT,
  status: choice('active', 'archived'),
  /** The number of the newest version. */
  latest: COUNT,
  /** `live` is in use. */
  labels: COUNTS,
  /** The text of the version in use, as JSON, and the digest of its plan. */
  text: TEXT,
  plan: TEXT,
  created_at: TEXT,
  last_updated_at: TEXT,
})

export type SavedConfig = ReturnType<typeof CONFIG_FORM.read>

export const savedConfigOf = CONFIG_FORM.read

export const CONFIG_VERSION_FORM = storedForm(CONFIG_VERSION, {
  version: COUNT,
  text: TEXT,
  plan: TEXT,
  created_by: TEXT,
  message: TEXT_OR_NULL,
  created_at: TEXT,
})

export type SavedVersion = ReturnType<typeof CONFIG_VERSION_FORM.read>

/** The number that a version is called by: a number, a label, `latest`, or `published`, which is what is live. */
export function numberOfVersion({ labels, latest }: SavedConfig, name: string): number | undefined {
  if (name === 'latest') return latest
  if (name === 'published') return labels[LIVE_LABEL] ?? latest
  return /^[1-9]\d{0,7}$/.test(name) ? Number(name) : Object.hasOwn(labels, name) ? labels[name] : undefined
}

/** The secret references that the text of a config names. A JSON text may spell them in several ways. */
export function secretsNamedIn(text: string): readonly string[] {
  if (!/secret:|\\/.test(text)) return []
  const named = JSON.stringify(parseJson(text) ?? null).matchAll(/\$\{secret:([^}"]*)/g)
  return Array.from(named, ([, slug = '']) => slug)
}

/** Configs by status, and by status and workspace. */
export const CONFIGS_BY_STATUS: ResourceIndex = {
  kind: CONFIG,
  valuesOf: ({ value }) => {
    const status = value['status'] === 'archived' ? 'archived' : 'active'
    return [status, statusValue(status, asText(value['workspace']) ?? '')]
  },
}

/** Configs by their workspaces, in the order of their slugs. */
export const CONFIGS_OF_WORKSPACE = indexBy(CONFIG, 'workspace')

/** By the secret references that the text in use names. */
export const CONFIGS_BY_SECRET: ResourceIndex = {
  kind: CONFIG,
  valuesOf: ({ value }) => secretsNamedIn(asText(value['text']) ?? ''),
}

/** A version by its number. */
export async function readSavedVersion(
  store: ResourceStore,
  slug: string,
  version: number,
): Promise<SavedVersion | undefined> {
  const found = await store.read(CONFIG_VERSION, versionKey(slug, version))
  return found && CONFIG_VERSION_FORM.read(found)
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
