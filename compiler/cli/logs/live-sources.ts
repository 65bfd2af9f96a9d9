// Where nodes of the plan of a log are in the sources that were live: those that the store has of the release with the same digest,
// or the files of the working folder if their plan has that digest; and a sentence that names which.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import { listReleases } from '../../../runtime/control/releases/release.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { openResourceStore } from '../../../runtime/stores/resources/open-resource-store.ts'
import { addressOfOption, storeAddress } from '../../../runtime/stores/resources/store-address.ts'
import type { LogRecord } from '../../../schemas/generated/types.ts'
import { formatPointer } from '../../../schemas/values/pointer.ts'
import { printable } from '../../diagnostics/mask.ts'
import { sourceMap } from '../../plan/source-map.ts'
import type { OptionValues } from '../command.ts'
import { type CompiledGroup, compileOne } from '../compile-groups.ts'
import { openSources } from '../store/open-sources.ts'
import type { Terminal } from '../terminal.ts'
import type { PlaceNode } from './format-path.ts'

/** Releases that are searched for a digest. */
const MAX_RELEASES = 1_000

export interface LiveSources {
  readonly place: PlaceNode
  /** A sentence for the reader: which sources these are. */
  readonly from: string
  /** The project with exactly the plan of the log; absent if it is not here. */
  readonly group?: CompiledGroup
}

export async function findSources(
  { config, plan, time, canary }: Pick<LogRecord, 'config' | 'plan' | 'time' | 'canary'>,
  values: OptionValues,
  terminal: Terminal,
): Promise<LiveSources> {
  if (config === undefined) return { place: () => undefined, from: 'No config was chosen.' }
  if (config === 'inline') return { place: () => undefined, from: 'The config came with the request.' }
  if (config === 'headers')
    return {
      place: () => undefined,
      from: 'The request named the provider itself, by its model or by headers.',
    }
  const served = canary === undefined ? 'was live' : 'served it as a canary'
  const quiet: Terminal = { ...terminal, writeStderr: () => {}, writeStdout: () => {} }
  const compiled = await compileOne([], 'logs', quiet).catch(() => 1)
  const project = typeof compiled === 'number' ? undefined : compiled
  const files = project && placesOf(project, config)
  const release = await sourcesOfRelease({ plan, time: Date.parse(time) }, values, quiet, project)
  const found = typeof release === 'string' ? undefined : release
  const kept = found && placesOf(found.group, config)
  const isSamePlan = project?.bundle?.digest.startsWith(plan) === true
  // A plan has no lines: files with the same plan may have a comment more than those that were live.
  if (files !== undefined && isSamePlan && (kept === undefined || isDeepStrictEqual(files, kept)))
    return {
      place: node => files.get(node),
      from: saySince(served, writtenSince(files, Date.parse(time), terminal)),
      ...(project && { group: project }),
    }
  if (found !== undefined && kept !== undefined)
    return {
      place: node => kept.get(node),
      from: `Locations refer to the sources of release ${found.number}, which ${served}.`,
      group: found.group,
    }
  const name = printable(plan)
  if (files === undefined)
    return {
      place: () => undefined,
      from:
        typeof release === 'string'
          ? `The sources of the plan ${name} cannot be read. ${release}`
          : `The store has no sources of the plan ${name}.`,
    }
  return {
    place: node => files.get(node),
    from: `Locations refer to the files of this folder; the plan ${name} was compiled from other sources, which ${
      typeof release === 'string' ? `cannot be read. ${release}` : 'are not in the store.'
    }`,
  }
}

const saySince = (served: string, written: string | undefined): string =>
  written === undefined
    ? `Locations refer to the files of this folder, which are what ${served}.`
    : `Locations refer to the files of this folder. Their plan is the one that ${served}, but ${written} was written after the request, so lines may have moved.`

/** A file of these locations that was written after a time: without a release nothing else shows what was live. */
const writtenSince = (places: Places, time: number, { folder }: Terminal): string | undefined =>
  [...new Set([...places.values()].map(place => place.replace(/:\d+:\d+$/, '')))].find(
    file => (statSync(resolve(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0) > time,
  )

/** A sentence where they cannot be read. */
async function sourcesOfRelease(
  { plan, time }: { readonly plan: string; readonly time: number },
  values: OptionValues,
  terminal: Terminal,
  project: CompiledGroup | undefined,
): Promise<{ readonly group: CompiledGroup; readonly number: number } | string | undefined> {
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
      // Of those with the same plan, the last that was there: later ones differ in their comments.
      const all = releases.filter(({ digest }) => digest.startsWith(plan))
      const found = all.find(({ pushed }) => pushed.at <= time) ?? all.at(-1)
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
    // Such as for a key that may only read logs, and not releases: the path is printed without locations.
    if (error instanceof StoreError) return printable(error.message)
    throw error
  }
}

/** Places in sources by the nodes of a plan. */
type Places = ReadonlyMap<string, string>

/** Undefined where they have no such config. */
function placesOf({ bundle, plans, parsed }: CompiledGroup, config: string): Places | undefined {
  if (bundle === undefined) return undefined
  const id = config.split('@', 1)[0] ?? config
  const locations = sourceMap(bundle.digest, plans, parsed).plans[id]
  if (locations === undefined) return undefined
  return new Map(
    Object.entries(locations).map(([pointer, { source, line, column }]) => [
      pointer === '' ? 'config' : `config.${formatPointer(pointer)}`,
      `${source}:${line}:${column}`,
    ]),
  )
}
