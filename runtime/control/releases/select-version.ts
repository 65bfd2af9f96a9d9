// Versions of single configs: where the plan of one is, and which one a selection serves.
import { asCount, asText } from '../../../schemas/values/json.ts'
import type { ResourceStore } from '../core/resource-store.ts'
import type { SelectedVersion, Selection } from './label.ts'
import { type Release, readRelease, type Versions, versionId } from './release.ts'
import { RELEASE_CONFIG } from './release-kinds.ts'

/** The versions of a release; empty where it has none. */
export async function readVersions(store: ResourceStore, { versions }: Release): Promise<Versions> {
  const bytes = await store.readBlob(versions)
  return bytes === undefined ? {} : (JSON.parse(new TextDecoder().decode(bytes)) as Versions)
}

export async function selectVersion(
  store: ResourceStore,
  project: string,
  config: string,
  version: number,
): Promise<SelectedVersion | undefined> {
  const found = await store.read(RELEASE_CONFIG, versionId(project, config, version))
  const release = asCount(found?.value['release'])
  const digest = asText(found?.value['digest'])
  return release === undefined || digest === undefined ? undefined : { version, release, digest }
}

/** The version of one config in each release, by the number of the release; releases without the config are missing. */
export type VersionsOfConfig = ReadonlyMap<number, number>

/** Those in the releases of some selections. */
export async function readVersionsOfConfig(
  store: ResourceStore,
  project: string,
  config: string,
  selections: readonly Pick<Selection, 'release'>[],
): Promise<VersionsOfConfig> {
  const numbers = [...new Set(selections.map(({ release }) => release))]
  const found = await Promise.all(
    numbers.map(async (number): Promise<readonly (readonly [number, number])[]> => {
      const release = await readRelease(store, project, number)
      const versions = release && (await readVersions(store, release))
      const known = versions && Object.hasOwn(versions, config) ? versions[config] : undefined
      return known === undefined || known.removed === true ? [] : [[number, known.version]]
    }),
  )
  return new Map(found.flat())
}

/** The version of a config that a selection serves; undefined where it serves none. */
export const versionIn = (
  { release, configs = {} }: Selection,
  config: string,
  known: VersionsOfConfig,
): number | undefined => (Object.hasOwn(configs, config) ? configs[config]?.version : known.get(release))

/** The selection with one version of a config, which it names only if the version is not that of its release. */
export function withVersion(
  { configs = {}, ...selection }: Selection,
  config: string,
  selected: SelectedVersion,
  known: VersionsOfConfig,
): Selection {
  const { [config]: _, ...others } = configs
  const named = known.get(selection.release) === selected.version ? others : { ...others, [config]: selected }
  return Object.keys(named).length === 0 ? selection : { ...selection, configs: named }
}
