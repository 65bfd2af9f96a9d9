// Where nodes of the plan of a log are in the sources that were live: those that the store keeps of the release with the same digest,
// or the files of the working folder, where their plan has it.
import { resolve } from 'node:path'
import { listReleases } from '../../../runtime/control/releases/release.ts'
import { StoreError } from '../../../runtime/control/store-error.ts'
import { nodePorts } from '../../../runtime/node-ports.ts'
import { openResourceStore } from '../../../runtime/stores/resources/open-resource-store.ts'
import { addressOfOption, storeAddress } from '../../../runtime/stores/resources/store-address.ts'
import type { LogRecord } from '../../../schemas/generated/types.ts'
import { formatPointer } from '../../../schemas/values/pointer.ts'
import { sourceMap } from '../../plan/source-map.ts'
import type { OptionValues } from '../command.ts'
import { type CompiledGroup, compileOne } from '../compile-groups.ts'
import { openSources } from '../store/open-sources.ts'
import type { Terminal } from '../terminal.ts'
import type { PlaceNode } from './format-log.ts'

/** Releases that are searched for a digest. */
const MAX_RELEASES = 1_000

export interface LiveSources {
  readonly place: PlaceNode
  /** A sentence for the reader: which sources these are. */
  readonly from: string
}

export async function findSources(
  { config, plan }: Pick<LogRecord, 'config' | 'plan'>,
  values: OptionValues,
  terminal: Terminal,
): Promise<LiveSources> {
  if (config === undefined || config === 'inline' || config === 'headers')
    return { place: () => undefined, from: 'The config came with the request.' }
  const quiet: Terminal = { ...terminal, writeStderr: () => {}, writeStdout: () => {} }
  const compiled = await compileOne([], 'logs', quiet).catch(() => 1)
  const project = typeof compiled === 'number' ? undefined : compiled
  if (project?.bundle?.digest.startsWith(plan) === true)
    return {
      place: placesOf(project, config),
      from: 'Places are in the files of this folder, which are what was live.',
    }
  const release = await sourcesOfRelease(plan, values, quiet, project)
  if (release !== undefined)
    return {
      place: placesOf(release.group, config),
      from: `Places are in the sources of release ${release.number}, which was live.`,
    }
  return project === undefined
    ? { place: () => undefined, from: `The store keeps no sources of the plan ${plan}.` }
    : {
        place: placesOf(project, config),
        from: `Places are in the files of this folder; the plan ${plan} was made of others, which the store does not keep.`,
      }
}

async function sourcesOfRelease(
  plan: string,
  values: OptionValues,
  terminal: Terminal,
  project: CompiledGroup | undefined,
): Promise<{ readonly group: CompiledGroup; readonly number: number } | undefined> {
  const { environment, folder } = terminal
  const written = values['store'] ?? environment['PORTOLAN_STORE']
  const named = project?.bundle?.gateway.store
  const address =
    typeof written === 'string' && written !== ''
      ? addressOfOption(written, environment)
      : named && storeAddress(named, environment)
  if (address === undefined) return undefined
  const name = String(values['project'] ?? 'main')
  try {
    const { clock } = nodePorts()
    const root = project === undefined ? folder : resolve(folder, project.root)
    const store = await openResourceStore(address, { folder: root, environment, clock, create: false })
    try {
      const releases = await listReleases(store, name, { limit: MAX_RELEASES })
      const found = releases.find(({ digest }) => digest.startsWith(plan))
      const sources = found && (await openSources(store, name, found.number))
      if (found === undefined || sources === undefined || typeof sources === 'string') return undefined
      try {
        const group = await compileOne([], 'logs', { ...terminal, folder: sources.folder })
        return typeof group === 'number' ? undefined : { group, number: found.number }
      } finally {
        sources.remove()
      }
    } finally {
      await store.close()
    }
  } catch (error) {
    // A key for logs alone may not read releases: the path is told without places.
    if (error instanceof StoreError) return undefined
    throw error
  }
}

function placesOf({ bundle, plans, parsed }: CompiledGroup, config: string): PlaceNode {
  if (bundle === undefined) return () => undefined
  const id = config.split('@', 1)[0] ?? config
  const locations = sourceMap(bundle.digest, plans, parsed).plans[id] ?? {}
  const places = new Map(
    Object.entries(locations).map(([pointer, { source, line, column }]) => [
      pointer === '' ? 'config' : `config.${formatPointer(pointer)}`,
      `${source}:${line}:${column}`,
    ]),
  )
  return node => places.get(node)
}
