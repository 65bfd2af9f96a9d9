// The plans of versions that calls pin. Numbers and digests mean one plan indefinitely; labels are read again after each change
// of the store.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { ConfigVersions, FoundVersion } from '../../values/config-versions.ts'
import { type Failure, failure, quoted } from '../../values/failures.ts'
import type { ResourceStore } from '../core/resource-store.ts'
import { storeFault } from '../core/store-error.ts'
import { type ComposeOptions, readBundle } from './compose-bundle.ts'
import { readLabel } from './label.ts'
import { isLabel, isSlug, readRelease, type Versions } from './release.ts'
import { RELEASE_CONFIG } from './release-kinds.ts'
import { selectVersion } from './select-version.ts'
import { labelStatement } from './statement.ts'

export interface StoredVersions extends ConfigVersions {
  /** The store has changed: labels may point elsewhere, and what was missing may be there. */
  readonly forget: () => void
}

/** Versions that are remembered; clients choose their names. */
const MAX_REMEMBERED = 1000

/** Versions of one config that are searched for a digest, the last first. */
const MAX_SEARCHED = 1000

export function createStoredVersions(
  store: ResourceStore,
  project: string,
  options: ComposeOptions,
): StoredVersions {
  const remembered = new Map<string, Promise<FoundVersion | Failure>>()
  const find: ConfigVersions['find'] = (config, version) => {
    const name = `${config}@${version}`
    const known = remembered.get(name)
    if (known !== undefined) return known
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    const found = findVersion({ store, project, options }, config, version).then(
      plan =>
        plan ??
        failure('unknown_config', `Config ${quoted(config)} has no version ${quoted(version)}.`, {
          param: 'config',
        }),
      (error: unknown) => {
        // An outage is not remembered.
        if (remembered.get(name) === found) remembered.delete(name)
        return storeFault(error)
      },
    )
    remembered.set(name, found)
    return found
  }
  return { find, forget: () => remembered.clear() }
}

interface Place {
  readonly store: ResourceStore
  readonly project: string
  readonly options: ComposeOptions
}

async function findVersion(place: Place, config: string, version: string): Promise<FoundVersion | undefined> {
  if (!isSlug(config)) return undefined
  if (version === 'latest') return await planOfNewest(place, config)
  if (/^\d{1,8}$/.test(version)) return await planOfNumber(place, config, Number(version))
  if (/^[0-9a-f]{12,64}$/.test(version)) return await planOfDigest(place, config, version)
  return isLabel(version) ? await planOfLabel(place, config, version) : undefined
}

async function planOfNewest(place: Place, config: string): Promise<FoundVersion | undefined> {
  const prefix = `${place.project}/${config}/`
  const [newest] = await place.store.list(RELEASE_CONFIG, { prefix, limit: 1, descending: true })
  return newest && (await planOfNumber(place, config, Number(newest.id.slice(prefix.length))))
}

async function planOfNumber(
  { store, project, options }: Place,
  config: string,
  number: number,
): Promise<FoundVersion | undefined> {
  const selected = await selectVersion(store, project, config, number)
  if (selected === undefined) return undefined
  // The release has the number of the plan under its signature.
  const release = await readRelease(store, project, selected.release)
  const bytes = release && (await store.readBlob(release.versions))
  const text = bytes && new TextDecoder().decode(bytes)
  if (text === undefined || options.hash(text) !== release?.versions) return undefined
  const versions = JSON.parse(text) as Versions
  const counted = Object.hasOwn(versions, config) ? versions[config] : undefined
  return counted?.version === number
    ? await planOfRelease({ store, project, options }, config, selected.release, counted.digest)
    : undefined
}

async function planOfDigest(place: Place, config: string, digest: string): Promise<FoundVersion | undefined> {
  const { store, project } = place
  const found = await store.list(RELEASE_CONFIG, {
    prefix: `${project}/${config}/`,
    limit: MAX_SEARCHED,
    descending: true,
  })
  const match = found.find(({ value }) => String(value['digest']).startsWith(digest))
  return match && (await planOfRelease(place, config, Number(match.value['release']), digest))
}

async function planOfLabel(place: Place, config: string, name: string): Promise<FoundVersion | undefined> {
  const { store, project, options } = place
  const label = await readLabel(store, project, name)
  if (label === undefined) return undefined
  const { selection, signature } = label
  if (options.verifier?.verifies(labelStatement(project, name, label), signature) === false) return undefined
  const { release, configs = {} } = selection
  const single = Object.hasOwn(configs, config) ? configs[config] : undefined
  if (single === null) return undefined
  return await planOfRelease(place, config, single?.release ?? release, single?.digest ?? '')
}

/** The plan of a config in a release, if its digest begins like this. */
async function planOfRelease(
  { store, project, options }: Place,
  config: string,
  release: number,
  digest: string,
): Promise<FoundVersion | undefined> {
  const { bundle } = await readBundle(store, project, release, options)
  const plan = bundle && Object.hasOwn(bundle.plans, config) ? bundle.plans[config] : undefined
  if (plan === undefined) return undefined
  const own = options.hash(canonicalJson(plan))
  return own.startsWith(digest) ? { plan, digest: own } : undefined
}
