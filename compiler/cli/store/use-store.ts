// Opens the store of a command: that of --store, of PORTOLAN_STORE or of the manifest; and turns its failures into sentences.
import { dirname, resolve } from 'node:path'
import type { ResourceStore } from '../../../runtime/control/core/resource-store.ts'
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import { isLabel, isSlug } from '../../../runtime/control/releases/release.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { openStoreFetch } from '../../../runtime/process/store-fetch.ts'
import { openResourceStore } from '../../../runtime/stores/resources/open-resource-store.ts'
import { addressOfOption, storeAddress } from '../../../runtime/stores/resources/store-address.ts'
import type { Gateway } from '../../../schemas/generated/types.ts'
import { EXIT, type OptionValues, usageError } from '../command.ts'
import { type CompiledGroup, compileOne } from '../compile-groups.ts'
import { isListFormat, LIST_FORMAT_USAGE } from '../list-format.ts'
import type { Terminal } from '../terminal.ts'

/** What a command does with an open store: resolves to an exit code. */
export type UseStore = (store: ResourceStore, project: string, isJson: boolean) => Promise<number>

export interface StoreCommand {
  readonly name: string
  readonly values: OptionValues
  readonly terminal: Terminal
  /** The compiled project, where the command has one; otherwise the manifest of the working folder is read if needed. */
  readonly group?: CompiledGroup
  /** The project whose manifest names the store, where it is not that of the working folder. */
  readonly paths?: readonly string[]
  /** A store that does not exist is made. */
  readonly create?: true
  /** It has read --format, which takes formats of findings too. */
  readonly printsFindings?: true
}

export async function useStore(command: StoreCommand, use: UseStore): Promise<number> {
  const { name, values, terminal } = command
  const { project, label, format } = values
  if (command.printsFindings !== true && !isListFormat(format))
    return usageError(terminal, LIST_FORMAT_USAGE, name)
  if (typeof project !== 'string' || !isSlug(project))
    return usageError(terminal, '--project must be letters, digits, hyphens and underscores.', name)
  if (typeof label === 'string' && !isLabel(label))
    return usageError(terminal, '--label must be a name, not only digits, and not latest.', name)
  try {
    const located = await locateStore(command)
    if (typeof located === 'number') return located
    const { clock } = nodePorts()
    const { environment } = terminal
    const way =
      located.gateway && (await openStoreFetch(located.gateway, { environment, folder: located.folder }))
    if (way !== undefined && !('fetch' in way)) throw new StoreError('unavailable', way.join('\n'))
    const store = await openResourceStore(located.address, {
      folder: located.folder,
      environment,
      clock,
      ...(way && { fetch: way.fetch }),
      // A mistyped address must not look like an empty store.
      create: command.create ?? command.group !== undefined,
    })
    try {
      return await use(store, project, format === 'json')
    } finally {
      await store.close()
      await way?.close()
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    terminal.writeStderr(error.message)
    return error.code === 'invalid-address' ? EXIT.usage : EXIT.findings
  }
}

interface LocatedStore {
  readonly address: string
  /** What relative paths start from. */
  readonly folder: string
  /** The gateway of the manifest that names the store; absent if an option names it. */
  readonly gateway?: Gateway
}

/** The address of the store, or the exit code of the reason why there is none. Throws a `StoreError` if a reference is missing. */
export async function locateStore({
  name,
  values,
  terminal,
  group,
  paths = [],
}: StoreCommand): Promise<LocatedStore | number> {
  const { environment, folder } = terminal
  const written = values['store'] ?? environment['PORTOLAN_STORE']
  if (typeof written === 'string' && written !== '')
    return { address: addressOfOption(written, environment), folder }
  const compiled = group ?? (await compileOne(paths, name, terminal))
  if (typeof compiled === 'number') return compiled
  const { gateway, parts } = compiled
  const place: Gateway['store'] = gateway?.store
  if (place === undefined)
    return usageError(
      terminal,
      gateway === undefined
        ? 'The manifest has errors, so its store is unknown: run portolan check, or name the store with --store.'
        : 'No store is named: write "store: sqlite:.portolan/store.db" into the manifest, or use --store.',
      name,
    )
  return {
    ...(gateway && { gateway }),
    address: storeAddress(place, environment),
    folder: parts.manifest === undefined ? folder : dirname(resolve(folder, parts.manifest)),
  }
}
